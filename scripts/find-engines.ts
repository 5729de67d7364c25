// The browsers besides Chromium on this machine. Playwright's own are patched and have to be downloaded; these are the
// ones people use, as a distribution packages them.
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

/** The paths of what each engine needs, in order; an engine without all of them is left out. */
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
