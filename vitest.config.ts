import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longTag } from './scripts/count-tests.ts'
import { findOpenApi } from './scripts/find-openapi.ts'
import { moveTempToMemory } from './scripts/temp-in-memory.ts'

moveTempToMemory()

export default defineConfig({
  test: {
    // Twice our usual number of cores, because tests spend half of their time waiting for a database or a process.
    maxWorkers: 4,
    // Every test sandbox checks its requests and answers against Stripe's API description.
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
          // Loading the product takes a second, so a worker's files share its modules. None of them keeps state in a
          // module.
          isolate: false,
          // The product limits V8's space for new objects. In tests, that would cause too many garbage collections.
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
          // Only catches hanging tests, because the speed of machines differs widely.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 120_000 } },
        },
      },
    ],
  },
})
