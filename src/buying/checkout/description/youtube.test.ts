import { expect, test } from 'vitest'
import { busyTime } from '#foundation/process/test-busy-time.ts'
import { youtubeAddress, youtubeVideo } from './youtube.ts'

const id = 'dQw4w9WgXcQ'

test.each([
  `https://www.youtube.com/watch?v=${id}`,
  `http://youtube.com/watch?v=${id}&list=PL1`,
  `https://www.youtube.com/watch?list=PL1&v=${id}`,
  `https://m.youtube.com/watch?v=${id}`,
  `https://m.youtube.com/watch?app=desktop&v=${id}`,
  `https://music.youtube.com/watch?v=${id}`,
  `https://studio.youtube.com/video/${id}/edit`,
  `https://youtu.be/${id}`,
  `https://www.youtu.be/${id}`,
  `https://youtu.be/${id}?si=abc`,
  `https://youtu.be/${id}&feature=share`,
  `https://www.youtube.com/embed/${id}`,
  `https://www.youtube-nocookie.com/embed/${id}?rel=0`,
  `https://www.youtube.com/shorts/${id}`,
  `https://www.youtube.com/live/${id}?feature=share`,
  `https://www.youtube.com/v/${id}`,
  `https://www.youtube.com/e/${id}`,
  `https://www.youtube.com/watch/${id}`,
  `https://www.youtube.com/watch/?v=${id}`,
  `https://www.youtube.com//watch?v=${id}`,
  `https://www.youtube.com./watch?v=${id}`,
  `https://WWW.YouTube.com/watch?v=${id}`,
  `https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${id}%26feature%3Dshare`,
  `https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${id}&gl=DE`,
  `youtube.com/watch?v=${id}`,
  `//www.youtube.com/watch?v=${id}`,
  `youtu.be/${id}`,
  `https://youtu.be/${id}.`,
  `(https://youtu.be/${id})`,
  `“https://youtu.be/${id}”,`,
  `<https://youtu.be/${id}>`,
  ` https://youtu.be/${id}\n`,
  `\u200Bhttps://youtu.be/${id}\u200B`,
  `https://youtu.be/\u2060${id}\uFEFF`,
  `https://www.youtube.com/watch?v=${id}…`,
  `<iframe width="560" height="315" src="https://www.youtube.com/embed/${id}?si=abc&amp;controls=0" title="YouTube video player" frameborder="0" allow="autoplay" allowfullscreen></iframe>`,
  `<iframe src='//www.youtube.com/embed/${id}'></iframe>`,
  `Watch this: https://youtu.be/${id}?si=x`,
  `Re:Zero 10:30 “The end” https://youtu.be/${id}?si=x via @YouTube`,
  `[My video](https://youtu.be/${id})`,
  `[embed]https://youtu.be/${id}[/embed]`,
  `<a href="https://youtu.be/${id}">https://www.youtube.com/watch?v=${id}</a>`,
  `https://www.youtube.com/watch?v=%20${id}`,
  `https://www.youtube.com/watch%3Fv%3D${id}`,
  `https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${id}`,
  `https://https://youtu.be/${id}`,
  `https:/youtu.be/${id}`,
  `ｈｔｔｐｓ：／／ｙｏｕｔｕ．ｂｅ／${id}`,
  `https://m.youtube.com/#/watch?v=${id}`,
  `https://www.youtubeeducation.com/embed/${id}`,
  `https://www.youtubekids.com/watch?v=${id}`,
  `https://www.google.com/url?sa=t&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${id}&usg=x`,
  `https://www.google.co.uk/url?q=https://youtu.be/${id}`,
  `https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fyoutu.be%2F${id}&data=05`,
  `https://www.youtube.com/redirect?q=https%3A%2F%2Fyoutu.be%2F${id}`,
  `https://www.youtube.com/verify_age?next_url=/watch%3Fv%3D${id}`,
  `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
  `https://i1.ytimg.com/vi_webp/${id}/maxresdefault.webp`,
  `https://img.youtube.com/vi/${id}/0.jpg`,
  `https://youtu.be/shorts/${id}`,
  `https://youtu.be/live/${id}`,
  `https://youtu.be/watch?v=${id}`,
  `https://youtu.be/?v=${id}`,
  `https://youtu.be/${id}。`,
])('%s is recognized as a YouTube video', (address) => {
  expect(youtubeVideo(address)).toEqual({ id })
})

test.each([
  '',
  id,
  'nonsense',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=short',
  `https://www.youtube.com/watch?v=${id}x`,
  `https://www.youtube.com/watch?v=${id}-`,
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/playlist?list=PL1',
  'https://www.youtube.com/embed/videoseries?list=PL0123456789abcdef',
  'https://www.youtube-nocookie.com/embed/videoseries?list=PL1',
  'https://www.youtube.com/watch?v=videoseries&list=PL1',
  'https://youtu.be/videoseries',
  'https://www.youtube.com/embed/live_stream?channel=UC0123456789',
  'https://www.youtube.com/embed?listType=playlist&list=PL1',
  '<iframe src="https://www.youtube.com/embed/videoseries?list=PL1"></iframe>',
  '<iframe src="https://vimeo.com/1"></iframe>',
  `https://youtube.com.evil.example/watch?v=${id}`,
  `https://evilyoutube.com/watch?v=${id}`,
  `https://evil.example/watch?v=${id}`,
  `https://evil.example/attribution_link?u=%2Fwatch%3Fv%3D${id}`,
  `https://www.youtube.com/attribution_link?u=https%3A%2F%2Fevil.example%2Fwatch%3Fv%3D${id}`,
  `https://youtu.be.evil.example/${id}`,
  `javascript:alert(1)//youtube.com/watch?v=${id}`,
  `ftp://youtube.com/watch?v=${id}`,
  `https://www.youtube.com/watch?v=${id.slice(0, 10)}"`,
  `https://vimeo.com/${id}`,
  `https://youtu.be/${id} https://youtu.be/${id.toUpperCase()}`,
  `https://vimeo.com/1 https://youtu.be/${id}`,
  `https://evil.example/(https://youtu.be/${id})`,
  `https://evil.example/?u=https://youtu.be/${id}`,
  `https://evil.example/https://youtu.be/${id}`,
  `https://youtu.be@evil.example/${id}`,
  `https://google.com.evil.example/url?q=https://youtu.be/${id}`,
  `https://www.google.com/url?q=https://evil.example/${id}`,
  `https://i.ytimg.com.evil.example/vi/${id}/0.jpg`,
  `https://youtubekids.com.evil.example/watch?v=${id}`,
  `https://www.youtube.com/results?search_query=${id}`,
])('"%s" is not recognized as a YouTube video', (address) => {
  expect(youtubeVideo(address)).toBeNull()
})

test.each([
  ['?t=90', 90],
  ['?t=90s', 90],
  ['?t=1m30s', 90],
  ['?t=1h', 3600],
  ['?t=1h2m3s', 3723],
  ['?t=1:30', 90],
  ['?t=01:02:03', 3723],
  ['?start=90', 90],
  ['?si=abc&t=90', 90],
  ['?si=abc&amp;start=90', 90],
  ['&t=90', 90],
  ['#t=1m30s', 90],
  ['?time_continue=90', 90],
  ['?t=90.5', 90],
  ['?t=0', undefined],
  ['?t=', undefined],
  ['?t=soon', undefined],
  ['?start=-5', undefined],
  ['?list=t&bt=90', undefined],
])('a video link with %s starts at second %s', (start, second) => {
  const from = second === undefined ? {} : { start: second }
  expect(youtubeVideo(`https://youtu.be/${id}${start}`)).toEqual({ id, ...from })
  expect(youtubeVideo(`https://www.youtube.com/embed/${id}${start}`)).toEqual({ id, ...from })
})

test('punctuation around a video link is not part of the link', () => {
  const marks = [
    ...Array.from('.,;:!?…()[]<>"“”„«»‘’‹›「」『』【】。、，；：！？*>'),
    ' ',
    '\n',
    '\u200b',
    '**',
    '> ',
    '🙂 ',
    ').',
    ' ...',
  ]
  for (const address of [
    `https://youtu.be/${id}`,
    `www.youtube.com/watch?v=${id}&list=PL1`,
    `//m.youtube.com/shorts/${id}`,
  ]) {
    for (const mark of marks) {
      for (const pasted of [
        address + mark,
        mark + address,
        mark + address + mark,
        `Look ${mark} ${address} ${mark} now`,
      ]) {
        expect([pasted, youtubeVideo(pasted)]).toEqual([pasted, { id }])
      }
    }
  }
})

test('a very long pasted text is parsed in a fraction of a second', () => {
  const busy = busyTime(() => {
    for (const part of ['<iframe ', 'src=', '(', 'https://', '%3a', 'youtu.be/', ' a', '?v=', '.', ':']) {
      youtubeVideo(part.repeat(2_048 / part.length))
    }
  })
  expect(busy).toBeLessThan(500)
})

test('every pasted form of a video link is stored as the same URL', () => {
  expect(youtubeAddress(`<iframe src="https://www.youtube.com/embed/${id}?start=90"></iframe>`)).toBe(
    `https://www.youtube.com/watch?v=${id}&t=90`,
  )
  expect(youtubeAddress('nonsense')).toBeNull()
})
