import { z } from 'zod';
import { ConnectorsUrl, maxBundleBytes, UserValue } from './adding.ts';
import type {
  BundleOffer,
  ConnectorsView,
  FoundFile,
  InstalledPlugin,
  InstallOffer,
  TriedServer,
} from './adding.ts';
import { request } from './ipcRequest.ts';
import { ServerEdit, ServerName } from './server.ts';

const nothing = z.undefined();

/** The requests of shared/ipc.ts about the ways in which servers come to Patchbay. */
export const addingRequests = {
  /** Reads the files of other clients now. */
  'adding.found': request(nothing)<readonly FoundFile[]>(),
  /** Takes servers over by their keys, disabled; answers their names here. */
  'adding.import': request(z.array(z.string().max(100)).min(1).max(500))<readonly string[]>(),
  /** For `${secret:NAME}`. It goes one way: nothing ever answers with it. */
  'adding.giveSecret': request(
    z.object({ name: z.string().min(1).max(200), value: z.string().min(1).max(32_768) }),
  )<void>(),
  /** Connects to an entry that is not saved, and ends it; nulls stand for the values of `previous`. */
  'adding.try': request(
    z.object({ previous: ServerName.optional(), name: ServerName, config: ServerEdit }),
  )<TriedServer>(),
  'adding.offers': request(nothing)<readonly InstallOffer[]>(),
  /** Adds the server of a link, disabled; answers its name. */
  'adding.accept': request(z.string().max(100))<string>(),
  'adding.dismiss': request(z.string().max(100))<void>(),
  'connectors.view': request(nothing)<ConnectorsView>(),
  /** Fetches the list now; answers when that is over. */
  'connectors.refresh': request(nothing)<void>(),
  /** Switches one on for the address that was shown, or off. */
  'connectors.set': request(
    z.object({ id: z.string().max(200), isOn: z.boolean(), url: z.string().max(4096) }),
  )<void>(),
  'connectors.setUrl': request(ConnectorsUrl.nullable())<void>(),
  'adding.plugins': request(nothing)<readonly InstalledPlugin[]>(),
  /** Asks for a file by the system's dialog with that title; null when the person chose none. */
  'adding.openBundle': request(z.string().max(200))<BundleOffer | null>(),
  /** Reads a bundle that was dropped on the window. */
  'adding.offerBundle': request(
    z.object({
      name: z.string().min(1).max(1000),
      bytes: z.instanceof(Uint8Array).refine(({ length }) => length <= maxBundleBytes),
    }),
  )<BundleOffer>(),
  'adding.forgetBundle': request(nothing)<void>(),
  /** Answers the name of the plugin that it became, whose server is off. */
  'adding.installBundle': request(
    z.object({ id: z.string().max(100), values: z.record(z.string(), UserValue) }),
  )<string>(),
  'adding.setPluginServer': request(
    z.object({ plugin: z.string().max(100), server: ServerName, isOn: z.boolean() }),
  )<void>(),
  'adding.removePlugin': request(z.string().max(100))<void>(),
  'adding.choose': request(
    z.object({ kind: z.enum(['file', 'folder']), title: z.string().max(200) }),
  )<string | null>(),
} as const;
