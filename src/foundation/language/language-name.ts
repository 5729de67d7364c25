import { latest } from '../values/latest.ts'

const named = new Map<string, string>()

/** The name of a language, such as "Deutsch", in that language or in another. */
export function languageName(code: string, language = code): string {
  return latest(named, `${language} ${code}`, () => {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code
    return name.replace(/^./u, (letter) => letter.toLocaleUpperCase(language))
  })
}
