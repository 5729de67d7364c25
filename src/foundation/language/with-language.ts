/** Adds a language to a path or URL, unless it already has one. `and` joins it to the other parameters. */
export function withLanguage(path: string, language: string, and = '&'): string {
  if (/[?&;]lang=/.test(path)) return path
  const [, before = '', fragment = ''] = /^([^#]*)(.*)$/.exec(path) ?? []
  return `${before}${before.includes('?') ? and : '?'}lang=${language}${fragment}`
}
