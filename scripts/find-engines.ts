// Finds Firefox and WebKit on this machine. Playwright's own builds are patched and need a download; these are the
// packaged browsers that people use.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const engines = {
  firefox: { name: 'Firefox', needs: ['firefox-esr'], packages: 'firefox-esr' },
  webkit: {
    name: 'WebKit',
    needs: ['WebKitWebDriver', 'Xvfb', 'setpriv'],
    packages: 'webkit2gtk-driver and xvfb',
  },
} as const

export type EngineName = keyof typeof engines

/** The paths of each engine's programs, in order. An engine with a missing program is left out. */
export function findEngines(path = process.env['PATH'] ?? ''): Partial<Record<EngineName, string[]>> {
  const found: Partial<Record<EngineName, string[]>> = {}
  for (const engine of ['firefox', 'webkit'] as const) {
    const programs = engines[engine].needs.map((program) => findProgram(program, path))
    const there = programs.filter((program) => program !== undefined)
    if (there.length === programs.length) found[engine] = there
  }
  return found
}

function findProgram(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))
}
