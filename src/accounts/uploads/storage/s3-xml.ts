/** The content between the first tags of this name in a response of S3, which hold no further tags. */
export function readTag(xml: string, name: string): string | undefined {
  return readTags(xml, name)[0]
}

/** The same for all such tags. */
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
