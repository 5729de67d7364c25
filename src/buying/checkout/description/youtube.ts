import { decodedSigns } from '#foundation/typed/plain-signs.ts'
import { plainWebAddress } from '#foundation/typed/read-web-address.ts'

/** A video, and the second at which the link starts it. */
export type YoutubeVideo = { readonly id: string; readonly start?: number }

const host = /^(?:[a-z\d-]+\.)*(?:youtube(?:-nocookie|education|kids)?\.com|youtube\.googleapis\.com)$/
const shortHost = /^(?:www\.)?youtu\.be$/
const pictureHost = /^i\d*\.ytimg\.com$/

/** Words that YouTube uses where a video's id would be, for playlists and for a channel's live stream. */
const noVideos = new Set(['videoseries', 'live_stream'])

/** The path segments that come before a video's id in a YouTube URL. */
const folders = new Set([
  'embed',
  'shorts',
  'live',
  'v',
  'e',
  'vi',
  'vi_webp',
  'an_webp',
  'video',
  'watch',
  'source',
])

/** Redirect pages, from YouTube and from programs that rewrite links, with the parameter that contains the target. */
const leadingOn: readonly (readonly [RegExp, readonly string[]])[] = [
  [host, ['u', 'continue', 'url', 'q', 'next', 'next_url']],
  [/^(?:www\.)?google\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/, ['q', 'url']],
  [/^[a-z\d-]+\.safelinks\.protection\.outlook\.com$/, ['url']],
  [/^(?:l|lm)\.(?:facebook|instagram)\.com$/, ['u']],
]

/**
 * The video in a pasted YouTube link, in a text that contains one, or in an embed code. Null if there is none,
 * if there are two, or if the text also links to another site.
 */
export function youtubeVideo(pasted: string): YoutubeVideo | null {
  const videos: YoutubeVideo[] = []
  for (const address of addressesIn(pasted)) {
    const video = videoAt(address)
    if (video !== null) videos.push(video)
    else if (isElsewhere.test(address)) return null
  }
  const [first, ...others] = videos
  if (first === undefined || others.some(({ id }) => id !== first.id)) return null
  return videos.find(({ start }) => start !== undefined) ?? first
}

/** A video's id alone, which mixes digits, capitals and lowercase letters as no word does. */
const bareId = /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[\w-]{11}$/

/** The YouTube link for a pasted video, or null if the text contains none. */
export function youtubeAddress(pasted: string): string | null {
  const video = youtubeVideo(bareId.test(pasted.trim()) ? `https://youtu.be/${pasted.trim()}` : pasted)
  if (video === null) return null
  const start = video.start === undefined ? '' : `&t=${video.start}`
  return `https://www.youtube.com/watch?v=${video.id}${start}`
}

/** A thumbnail that YouTube has for every video. */
export function stillOf({ id }: YoutubeVideo): {
  readonly url: string
  readonly width: number
  readonly height: number
} {
  return { url: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`, width: 480, height: 360 }
}

/** The beginning of a link that does not lead to a video. */
const isElsewhere = /:\/\/|%3a%2f%2f|^(?:javascript|data|vbscript|file|blob):/i

function addressesIn(pasted: string): string[] {
  const text = pasted.replaceAll(/\p{Cf}/gu, '').replaceAll('&amp;', '&')
  const [, , source] = /<iframe\s(?:[^>]*\s)?src\s*=\s*(["']?)([^"'\s>]+)\1/i.exec(text) ?? []
  return [...new Set((source ?? text).split(/[\s<>()[\]"“”„«»‘’‹›「」『』【】《》（）]+/))].filter(
    (part) => part !== '',
  )
}

function videoAt(typed: string, depth = 0): YoutubeVideo | null {
  const url = urlOf(typed)
  if (url === null) return null
  const id = /^[\w-]{11}(?![\w-])/.exec(placeOf(url).trim())?.[0]
  if (id !== undefined && !noVideos.has(id.toLowerCase())) {
    const start = startIn(url.href)
    return start === 0 ? { id } : { id, start }
  }
  // The maximum number of nested redirects. Real links never have more.
  const next = depth < 2 ? nextOf(url, typed) : null
  return next === null ? null : videoAt(next, depth + 1)
}

/** The target of a link: the one its redirect leads to, or the link with its escapes decoded. */
function nextOf(url: URL, typed: string): string | null {
  const name = nameOf(url)
  const names = leadingOn.find(([hosts]) => hosts.test(name))?.[1] ?? []
  const next = names.map((parameter) => url.searchParams.get(parameter)).find((value) => value !== null)
  if (next !== undefined && next !== null)
    return next.startsWith('/') ? `https://www.youtube.com${next}` : next
  if (!host.test(name) && !shortHost.test(name)) return null
  // The old mobile site put the path after a `#`.
  if (url.hash.startsWith('#/')) return `https://${name}${url.hash.slice(1)}`
  return /%(?:2f|3f|3d)/i.test(url.pathname) ? decodedSigns(typed) : null
}

function urlOf(typed: string): URL | null {
  const plain = /^https?%3a/i.test(typed) ? decodedSigns(typed) : typed
  // People leave out the beginning of a link, and sentences have punctuation around it.
  const address = plainWebAddress(plain.replace(/^[^\p{L}\p{N}/]+|[.,;:!?*…。、，；：！？]+$/gu, ''))
  return /^https?:\/\//i.test(address) ? URL.parse(address) : null
}

function nameOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '')
}

/** The part of a link that holds a video's id. */
function placeOf(url: URL): string {
  const name = nameOf(url)
  const [first = '', second = ''] = url.pathname.split('/').filter((part) => part !== '')
  const isInFolder = folders.has(first.toLowerCase())
  const named = url.searchParams.get('v')
  if (pictureHost.test(name)) return isInFolder ? second : ''
  if (shortHost.test(name)) return isInFolder || first === '' ? (named ?? second) : first
  if (!host.test(name)) return ''
  const isWatched = ['watch', 'watch_popup', ''].includes(first.toLowerCase())
  if (isWatched) return named ?? second
  return isInFolder ? second : ''
}

/**
 * The start time in seconds from `t`, `start` or `time_continue`, such as `90`, `1m30s` or `1:30`, or 0 if
 * there is none.
 */
function startIn(address: string): number {
  const [, said = ''] = /[?&#;](?:t|start|time_continue)=([\d:.hms]+)/i.exec(address) ?? []
  const clock = /^(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6})(?:\.\d+)?s?$/i.exec(said)
  const units = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})(?:\.\d+)?s?)?$/i.exec(said)
  const [, hours = 0, minutes = 0, seconds = 0] = clock ?? units ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
