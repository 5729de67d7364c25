/** A video, and the second from which it plays where its address says one. */
export type YoutubeVideo = { readonly id: string; readonly start?: number }

const host = /^(?:[a-z\d-]+\.)*youtube(?:-nocookie)?\.com$/
const shortHost = /^(?:www\.)?youtu\.be$/

/** What YouTube writes in the place of a video's id, for a playlist and for whatever a channel sends. */
const noVideos = new Set(['videoseries', 'live_stream'])

/** Pages of YouTube's that lead on, with the parameter that says where. */
const leadingOn = new Map([
  ['attribution_link', 'u'],
  ['m', 'continue'],
  ['oembed', 'url'],
])

/**
 * The video that somebody means who pastes an address of YouTube's, or the code that embeds one; null when it is none. What
 * a chat or a sentence has put around the address goes.
 */
export function youtubeVideo(pasted: string): YoutubeVideo | null {
  const url = urlOf(addressIn(pasted))
  if (url === null) return null
  const id = /^[\w-]{11}(?![\w-])/.exec(placeOf(url))?.[0]
  if (id === undefined || noVideos.has(id.toLowerCase())) return leadsTo(url)
  const start = startIn(url.href)
  return start === 0 ? { id } : { id, start }
}

/** The address at which a pasted video is watched, whatever was pasted; null when it is none. */
export function youtubeAddress(pasted: string): string | null {
  const video = youtubeVideo(pasted)
  if (video === null) return null
  const start = video.start === undefined ? '' : `&t=${video.start}`
  return `https://www.youtube.com/watch?v=${video.id}${start}`
}

/** A picture of the video that YouTube has of each. */
export function stillOf({ id }: YoutubeVideo): {
  readonly url: string
  readonly width: number
  readonly height: number
} {
  return { url: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`, width: 480, height: 360 }
}

function addressIn(pasted: string): string {
  const visible = pasted.replaceAll(/\p{Cf}/gu, '').trim()
  const [, , source] = /<iframe\s(?:[^>]*\s)?src\s*=\s*(["']?)([^"'\s>]+)\1/i.exec(visible) ?? []
  const address = (source ?? visible).replaceAll('&amp;', '&')
  return address.replace(/^[\s<>()[\]"'„“”«»‘’]+/, '').replace(/[\s<>()[\]"'„“”«»‘’.,;:!?*…]+$/, '')
}

function urlOf(address: string): URL | null {
  // People type addresses without their beginning.
  const whole = /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
  const url = URL.parse(whole)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null
}

/** The part of the address where a video's id is. */
function placeOf(url: URL): string {
  const name = url.hostname.replace(/\.$/, '')
  const [first = '', second = ''] = url.pathname.split('/').filter((part) => part !== '')
  if (shortHost.test(name)) return first
  if (!host.test(name)) return ''
  const kind = first.toLowerCase()
  if (['embed', 'shorts', 'live', 'v', 'e', 'vi', 'video'].includes(kind)) return second
  const isWatched = ['watch', 'watch_popup', ''].includes(kind)
  return isWatched ? (url.searchParams.get('v') ?? second) : ''
}

function leadsTo(url: URL): YoutubeVideo | null {
  const parameter = leadingOn.get(url.pathname.split('/')[1] ?? '')
  const next = parameter === undefined ? null : url.searchParams.get(parameter)
  if (next === null || !host.test(url.hostname.replace(/\.$/, ''))) return null
  const address = next.startsWith('/') ? `https://www.youtube.com${next}` : next
  // Once: an address that leads to one that leads on is nobody's.
  return address.includes('attribution_link') ? null : youtubeVideo(address)
}

/** The second that `t`, `start` or `time_continue` says, such as `90`, `1m30s` or `1:30`; 0 where none does. */
function startIn(address: string): number {
  const [, said = ''] = /[?&#;](?:t|start|time_continue)=([\d:.hms]+)/i.exec(address) ?? []
  const clock = /^(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6})(?:\.\d+)?s?$/i.exec(said)
  const units = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})(?:\.\d+)?s?)?$/i.exec(said)
  const [, hours = 0, minutes = 0, seconds = 0] = clock ?? units ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
