/** A path or URL to a page in a language, unless it names one already; `and` joins it to the other parameters. */
export function withLanguage(path: string, language: string, and = '&'): string {
  if (/[?&;]lang=/.test(path)) return path
  const [, before = '', fragment = ''] = /^([^#]*)(.*)$/.exec(path) ?? []
  return `${before}${before.includes('?') ? and : '?'}lang=${language}${fragment}`
}
