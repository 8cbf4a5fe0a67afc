import type { BundleOffer, LinkedServer } from '../../../shared/adding.ts';
import type { AppError } from '../../../shared/errors.ts';
import { commandFindings } from '../commandFindings.ts';
import type { BundleFile } from './bundleFile.ts';
import { bundleProgram } from './bundleServer.ts';
import { optionsOf, pluginName } from './manifest.ts';
import type { Manifest } from './manifest.ts';

/** What a person sees of a bundle before anything of it is kept. */
export function bundleOffer(
  bundle: BundleFile,
  manifest: Manifest,
  platform: NodeJS.Platform,
  replaces: string | undefined,
): BundleOffer {
  const { author, display_name, version, description, homepage, license, tools } = manifest;
  const program = bundleProgram(manifest, platform);
  const server: LinkedServer = {
    name: manifest.name,
    transport: 'stdio',
    ...program,
    headers: {},
  };
  return {
    id: bundle.digest,
    file: bundle.file,
    name: pluginName(manifest.name),
    title: display_name ?? manifest.name,
    version,
    author: author.url === undefined ? author.name : `${author.name} (${author.url})`,
    description,
    homepage,
    license,
    ...program,
    findings: commandFindings(server),
    tools,
    hasMoreTools: manifest.tools_generated,
    options: optionsOf(manifest),
    fileCount: bundle.fileCount,
    bytes: bundle.bytes,
    isSigned: bundle.isSigned,
    replaces,
    problem: platformProblem(manifest, platform),
  };
}

/** `adding/bundle-platform` {name, platform, supports} where it says it is for other systems. */
function platformProblem(
  { name, compatibility }: Manifest,
  platform: NodeJS.Platform,
): AppError | undefined {
  const supported = compatibility?.platforms;
  if (supported === undefined || supported.includes(platform)) return undefined;
  const supports = supported.join(', ');
  const message = `${name} is for ${supports}, and this is ${platform}.`;
  return { code: 'adding/bundle-platform', message, params: { name, platform, supports } };
}
