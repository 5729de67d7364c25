import { parse } from 'tldts'

const controls = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const wordJoiner = '\u2060'
/** The dots between the labels of a host name, in any script. */
const dots = /[.\u3002\uff0e\uff61\u2024]/g

/** A typed name on a single line and in one direction. */
export function oneLine(name: string): string {
  return name.replaceAll(controls, ' ').replaceAll(/ {2,}/g, ' ').trim()
}

/**
 * Makes a typed name, such as a buyer's or a product's, safe for an email: on one line, in one direction, and
 * with an invisible mark within each word that a mail program would turn into a link. Otherwise a free form
 * would let strangers send links to any address in its receipt. All other words can be copied as typed.
 */
export function plainName(name: string): string {
  return oneLine(name).replaceAll(/\S+/g, (word) =>
    isLinkable(word) ? word.replaceAll(/[.:@/\u3002\uff0e\uff61\u2024](?=\S)/g, `$&${wordJoiner}`) : word,
  )
}

/**
 * Whether mail programs would make this word a link: a URL with its scheme, a host with a known ending, an
 * IPv4 address, or an email address.
 */
function isLinkable(word: string): boolean {
  const plain = word.normalize('NFKC').replaceAll(dots, '.')
  if (/:\/\/|\S@\S|^\W*(?:www\.|mailto:|tel:)|\.\p{L}{2,}[/:?#]\S/iu.test(plain)) return true
  return hostsIn(plain).some((host) => {
    const { isIp, isIcann, publicSuffix } = parse(host, { extractHostname: false })
    return isIp === true || (isIcann === true && publicSuffix !== host)
  })
}

function hostsIn(word: string): string[] {
  return word.match(/[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+/gu) ?? []
}
