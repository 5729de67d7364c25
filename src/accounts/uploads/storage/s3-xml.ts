/** The content of the first XML element of this name in an S3 response. It contains no other elements. */
export function readTag(xml: string, name: string): string | undefined {
  return readTags(xml, name)[0]
}

/** The content of all XML elements of this name. */
export function readTags(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => asText(text))
}

const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function asText(text: string): string {
  return text.replaceAll(/&(?:(\w+)|#(\d+)|#x([\da-f]+));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return named.get(`${name}`) ?? whole
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(`${hex}`, 16) : Number(decimal))
  })
}
