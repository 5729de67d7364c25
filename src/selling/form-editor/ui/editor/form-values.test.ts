import { describe, expect, test } from 'vitest'
import { formCreate } from '#selling/forms/contract.ts'
import { changesOf, newFormOf, newFormValues } from './form-values.ts'

const bump = '018f5f5e-0000-7000-8000-000000000001'
const stored = {
  ...newFormValues(),
  title: 'Watercolor for beginners',
  description: 'Twelve lessons',
  video: 'https://youtu.be/dQw4w9WgXcQ',
  amount: 49,
  bumps: [bump],
}

test('a new form has the shop’s brand color and a readable button', () => {
  const colorsOf = (brandColor: string | null) => {
    const { themeColor, buttonTextColor } = newFormOf(brandColor)
    return [themeColor, buttonTextColor]
  }
  expect(colorsOf(null)).toEqual(['#7F1CCF', '#fff'])
  expect(colorsOf('#0f6e84')).toEqual(['#0f6e84', '#fff'])
  expect(colorsOf('#ffd400')).toEqual(['#ffd400', '#000'])
})

describe('saving an edited form', () => {
  test('saving an unchanged form sends no values', () => {
    expect(changesOf(stored, formCreate.parse(stored))).toEqual({ isDetailUpdate: false })
  })

  test('saving an edited form sends only the changed fields', () => {
    const edited = formCreate.parse({
      ...stored,
      title: 'Watercolor for everyone',
      termsUrl: ' https://a.test ',
    })
    expect(changesOf(stored, edited)).toEqual({
      title: 'Watercolor for everyone',
      termsUrl: 'https://a.test',
      isDetailUpdate: false,
    })
  })

  test('a changed currency is sent with the amount', () => {
    const edited = formCreate.parse({ ...stored, currency: 'eur' })
    expect(changesOf(stored, edited)).toEqual({ amount: 49, currency: 'eur', isDetailUpdate: false })
  })

  test('a cleared video is sent as null', () => {
    const image = '/pictures/form-018f5f5e-0000-7000-8000-000000000002.webp'
    const edited = formCreate.parse({ ...stored, image, video: '' })
    expect(changesOf(stored, edited)).toEqual({ image, video: null, isDetailUpdate: false })
  })
})
