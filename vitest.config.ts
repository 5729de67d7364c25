import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { shuffle: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          pool: 'forks',
          include: ['src', 'sandbox', 'scripts', 'migrations', 'faults'].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
          globalSetup: 'src/db/vitest-global-setup.ts',
          testTimeout: 15_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
