import { withoutUnseen } from './plain-text.ts'
import { inUsualWidth } from './plain-signs.ts'

/** The maximum length of text to read: longer than any stored URL. */
const longest = 4_000

/** Marks around a URL: each opening mark with its closing mark. */
const around = new Map(
  Object.entries({
    '(': ')',
    '[': ']',
    '{': '}',
    '<': '>',
    '"': '"',
    "'": "'",
    '`': '`',
    '“': '”',
    '”': '”',
    '„': '“”',
    '‘': '’',
    '’': '’',
    '‚': '‘’',
    '«': '»',
    '»': '«',
    '‹': '›',
    '›': '‹',
    '「': '」',
    '『': '』',
    '【': '】',
    '《': '》',
    '〈': '〉',
    '（': '）',
    '*': '*',
    _: '_',
    '~': '~',
  }),
)

/**
 * Reads URLs: without surrounding marks, and with `https://` if the beginning is missing or mistyped. A valid URL keeps
 * its meaning. An ambiguous one is left for the check to reject.
 */
export function plainWebAddress(typed: string): string {
  // Reordered text would look like another URL.
  if (typed.length > longest || typed.includes('\u202e')) return typed
  const text = unwrapped(withoutUnseen(typed.replaceAll(/\p{Bidi_Control}/gu, '')).trim())
  const whole = withScheme(/^.{0,9}／/u.test(text) ? inUsualWidth(text) : text)
  if (whole === null) return typed.trim()
  const [, scheme = '', host = '', rest = ''] = /^(https?:\/\/)([^/?#\\]*)(.*)$/isu.exec(whole) ?? []
  const plainHost = inUsualWidth(host).replaceAll(/[\u3002\uff61]/g, '.')
  if (rest === '') return scheme + plainHost.replace(/[^\p{L}\p{M}\p{N}\]@]+$/u, '')
  return scheme + plainHost + withoutClosing(rest.replaceAll(/(?<=\?[^#]*)&amp;/gi, '&'))
}

/** The URL in a Markdown link, between quotation marks or brackets, or at the end of the text. */
function unwrapped(text: string): string {
  const [, linked] = /^\[[^\]]*\]\((\S+?)\)[.,;:!?]*$/.exec(text) ?? []
  if (linked !== undefined) return unwrapped(linked)
  const first = text.charAt(0)
  const closing = around.get(first)
  if (closing !== undefined) {
    const [inside = ''] = /^.*?(?=[.,;:!?…。、，]*$)/su.exec(text) ?? []
    const isClosed = inside.length > 1 && closing.includes(inside.slice(-1))
    return unwrapped((isClosed ? inside.slice(1, -1) : text.slice(1)).trim())
  }
  if (text.split(/https?:\/\//i).length !== 2) return text
  return /[\s:：([{<"'“„«‘「『【《=](https?:\/\/\S+)$/iu.exec(text)?.[1] ?? text
}

/** Null if the text is not a URL even with a scheme in front. */
function withScheme(text: string): string | null {
  const [begin = ''] = /^(?:https?(?:[:;]\/*|\/\/))+/i.exec(inUsualWidth(text)) ?? []
  const rest = text.slice(begin.length)
  if (/^https?:\/\/$/i.test(begin)) return begin + rest
  if (begin !== '') return `${/https?(?=[^a-z]*$)/i.exec(begin)?.[0] ?? 'https'}://${rest}`
  const [, named] = /^:?\/\/([^/\\].*)$/su.exec(text) ?? []
  if (named !== undefined) return `https://${named}`
  return isBare(inUsualWidth(text)) ? `https://${text}` : null
}

const file = /\.(?:aspx?|css|docx?|gif|html?|jpe?g|js|json|pdf|php|png|svg|txt|webp|xlsx?|xml)$/i

/** A host with or without a path, such as "www.example.com/terms". A file name looks the same. */
function isBare(text: string): boolean {
  const [, host = ''] =
    /^([\p{L}\p{N}][\p{L}\p{M}\p{N}-]*(?:\.[\p{L}\p{M}\p{N}-]+)*\.(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]+))(?::\d+)?(?:[/?#]\S*|[.,;:!?…]*)$/iu.exec(
      text.replaceAll(/[\u3002\uff61]/g, '.'),
    ) ?? []
  return host !== '' && !(host === text.replace(/[.,;:!?…]+$/, '') && file.test(host))
}

/** Marks that no URL ends with: a comma, or a closing bracket that was not opened. */
function withoutClosing(rest: string): string {
  const whole = rest.replace(/(?:,|(?<!&#?\w*);)+$/, '')
  const [marks = ''] = /[<>"”»›」』】》〉,]+$/u.exec(whole) ?? []
  const inside = whole.slice(0, whole.length - marks.length)
  return /["<“„«‹「『【《〈]/u.test(inside) ? whole : inside
}
