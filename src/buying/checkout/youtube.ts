const hosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])

/** The id of the video that a YouTube address shows, or null when it is none. */
export function youtubeVideoId(address: string): string | null {
  // People type addresses without their beginning.
  const whole = /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
  if (!URL.canParse(whole)) return null
  const url = new URL(whole)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const [, first = '', second = ''] = url.pathname.split('/')
  const id =
    url.hostname === 'youtu.be'
      ? first
      : !hosts.has(url.hostname)
        ? null
        : ['embed', 'shorts', 'live', 'v'].includes(first)
          ? second
          : first === 'watch'
            ? url.searchParams.get('v')
            : null
  return id !== null && /^[\w-]{11}$/.test(id) ? id : null
}
