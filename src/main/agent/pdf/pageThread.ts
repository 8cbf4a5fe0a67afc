// A program of its own (see electron.vite.config.ts): pageCounter runs it in a thread.
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { countPages } from './countPages.ts';

void countPages(z.instanceof(Uint8Array).parse(workerData)).then((pages) =>
  parentPort?.postMessage(pages),
);
