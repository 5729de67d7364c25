import { expect, test } from 'vitest'
import { youtubeVideoId } from './youtube.ts'

const id = 'dQw4w9WgXcQ'

test.each([
  `https://www.youtube.com/watch?v=${id}`,
  `http://youtube.com/watch?v=${id}&t=42s`,
  `https://www.youtube.com/watch?list=PL1&v=${id}`,
  `https://m.youtube.com/watch?v=${id}`,
  `https://music.youtube.com/watch?v=${id}`,
  `https://youtu.be/${id}`,
  `https://youtu.be/${id}?si=abc`,
  `https://www.youtube.com/embed/${id}`,
  `https://www.youtube-nocookie.com/embed/${id}?rel=0`,
  `https://www.youtube.com/shorts/${id}`,
  `https://www.youtube.com/live/${id}?feature=share`,
  `https://www.youtube.com/v/${id}`,
  `https://WWW.YouTube.com/watch?v=${id}`,
  `youtube.com/watch?v=${id}`,
  `youtu.be/${id}?t=9`,
])('%s shows a video', (address) => {
  expect(youtubeVideoId(address)).toBe(id)
})

test.each([
  '',
  id,
  'nonsense',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=short',
  `https://www.youtube.com/watch?v=${id}x`,
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/playlist?list=PL1',
  `https://youtube.com.evil.example/watch?v=${id}`,
  `https://evil.example/watch?v=${id}`,
  `https://youtu.be.evil.example/${id}`,
  `javascript:alert(1)//youtube.com/watch?v=${id}`,
  `ftp://youtube.com/watch?v=${id}`,
  `https://www.youtube.com/watch?v=${id.slice(0, 10)}"`,
  `https://vimeo.com/${id}`,
])('"%s" shows none', (address) => {
  expect(youtubeVideoId(address)).toBeNull()
})
