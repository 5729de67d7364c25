import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longTag } from './scripts/count-tests.ts'
import { findOpenApi } from './scripts/find-openapi.ts'
import { moveTempToMemory } from './scripts/temp-in-memory.ts'

moveTempToMemory()

export default defineConfig({
  test: {
    // Twice the cores that this is made for: half of a test's time is waiting, for the database or a process.
    maxWorkers: 4,
    // Every sandbox of the tests compares what it is asked and answers with the provider's description.
    env: { SANDBOX_OPENAPI: findOpenApi() ?? '' },
    tags: [
      { name: longTag, description: 'processes, scale, races, thousands of cases: run by `npm run long`' },
    ],
    sequence: { shuffle: { tests: true } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          pool: 'forks',
          // Loading the product takes a second: the files of a worker share its modules, and none keeps state in one.
          isolate: false,
          // The product keeps what is new in little memory; here that is looked through again and again.
          execArgv: ['--max-semi-space-size=32'],
          include: ['src', 'sandbox', 'scripts', 'migrations', 'faults'].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
          globalSetup: 'src/foundation/db/vitest-global-setup.ts',
          alias: [
            {
              find: /^\.\/password-cost\.ts$/,
              replacement: fileURLToPath(
                new URL('src/accounts/identity/password/test-password-cost.ts', import.meta.url),
              ),
            },
            {
              find: /^\.\/retry-pace\.ts$/,
              replacement: fileURLToPath(
                new URL('src/foundation/card-provider/transport/test-retry-pace.ts', import.meta.url),
              ),
            },
          ],
          // For what hangs: a machine may be many times slower than another.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 120_000 } },
        },
      },
    ],
  },
})
