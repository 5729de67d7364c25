import { youtubeAddress } from '#buying/checkout/description/youtube.ts'
import { isWebAddress } from '#foundation/http/input/fields.ts'
import { plainWebAddress } from '#foundation/typed/read-web-address.ts'

/** A pasted video as it is stored: a link unchanged, and anything else that contains a video, such as embed code, as its link. */
export function plainVideo(pasted: string): string {
  const plain = plainWebAddress(pasted)
  return isWebAddress(plain) && !/[<>"]/.test(plain) ? plain : (youtubeAddress(pasted) ?? pasted)
}
