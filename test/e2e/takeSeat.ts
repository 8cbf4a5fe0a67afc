import { seats } from '../../scripts/seats.mjs';

// Before any test file is loaded: scripts/launch.mjs reads the environment once.
Object.assign(process.env, seats()[Number(process.env['VITEST_POOL_ID']) - 1]);
