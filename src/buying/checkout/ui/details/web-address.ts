/**
 * The URL if it begins with http or https, or null. URLs are checked where they are used, not only when they
 * are saved.
 */
export function webAddress(address: string | null): URL | null {
  if (address === null || !URL.canParse(address)) return null
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' ? url : null
}
