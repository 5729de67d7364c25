import { expect, test } from 'vitest'
import { plainVideo } from './plain-video.ts'

test('a video that is pasted as a link in HTML or as its id alone is stored as its link', () => {
  const watch = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  for (const [pasted, stored] of [
    ['<a href="https://youtu.be/dQw4w9WgXcQ">Watch</a>', watch],
    ['https://youtu.be/dQw4w9WgXcQ">Watch</a', watch],
    ['dQw4w9WgXcQ', watch],
    ['https://youtu.be/dQw4w9WgXcQ?t=9', 'https://youtu.be/dQw4w9WgXcQ?t=9'],
    ...['watercolors', 'Hello-World', 'WATERCOLOR1'].map((word) => [word, word] as const),
  ] as const)
    expect(plainVideo(pasted)).toBe(stored)
})
