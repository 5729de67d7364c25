import { escapeHtml } from './contract/document.ts'
import { languageName } from '../language/language-name.ts'
import { languages } from '../language/languages.ts'
import { currentLanguage, t } from '../language/t.ts'

/**
 * The links to a page in its other languages, each with its own name. Empty if there is only one. `query` has
 * the page's other parameters.
 */
export function languageMenu(query: URLSearchParams, offered: readonly string[] = languages): string {
  if (offered.length < 2) return ''
  const links = offered.map((code) => {
    const asked = new URLSearchParams(query)
    asked.set('lang', code)
    const current = code === currentLanguage() ? ' aria-current="true"' : ''
    const href = escapeHtml(`?${asked.toString()}`)
    const name = escapeHtml(languageName(code))
    return `<li><a href="${href}" hreflang="${code}" lang="${code}" translate="no" rel="nofollow"${current}>${name}</a></li>`
  })
  const shown = escapeHtml(languageName(currentLanguage()))
  const label = escapeHtml(t('Languages'))
  return `<nav id="languages" class="languages" aria-label="${label}"><details><summary translate="no">${shown}</summary><ul>${links.join('')}</ul></details></nav>`
}

/**
 * The language menu of a requested page. Empty for the response to a submitted form, whose URL may show something else.
 */
export function menuOf(
  { method, url }: { readonly method: string; readonly url: string },
  offered?: readonly string[],
): string {
  return method === 'GET' ? languageMenu(new URLSearchParams(url.split('?')[1]), offered) : ''
}
