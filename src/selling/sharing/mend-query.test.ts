import { expect, test } from 'vitest'
import { mendAddress } from './mend-address.ts'
import { before, behind, expectMended, id, key, price, sent } from './test-lengthened.ts'

test.each(behind)('a key with %j before or after it opens the intended page', (mark) => {
  for (const page of [
    `/purchases/${id}?key=${key}`,
    `/my/${id}/open?key=${id}.${key}`,
    `/confirm-email?token=${key}`,
  ]) {
    for (const written of sent(mark)) {
      // A plus sign in a query means a space, which is not part of the value.
      expectMended(page + written, page)
      expectMended(`${page}${written}&utm_source=x`, `${page}&utm_source=x`)
      if (!/[\p{L}-]/u.test(mark)) expectMended(page.replace(/=(?=[^=]+$)/, `=${written}`), page)
    }
  }
})

test('the price in a link is found despite any additions to the link', () => {
  const page = `/payment/${id}?price=${price}`
  for (const mark of behind.flatMap(sent)) {
    expectMended(page + mark, page)
    expectMended(`${page}${mark}&utm_source=x`, `${page}&utm_source=x`)
    expectMended(`/s/yrqef8c?price=${price}${mark}`, `/s/yrqef8c?price=${price}`)
  }
  for (const mark of before.flatMap(sent)) expectMended(`/payment/${id}?price=${mark}${price}`, page)
  for (const query of [
    `&price=${price}`,
    `&amp;price=${price}`,
    `?amp;price=${price}`,
    `?&amp;amp;price=${price}`,
    `%3Fprice%3D${price}`,
    `%253Fprice%253D${price}`,
    `%3Fprice=${price}`,
    `?PRICE=${price}`,
    `?price%3D${price}`,
    `?price=3D${price}`,
    `?%20price=${price}`,
    `??price=${price}`,
    `).?price=${price}`,
  ]) {
    expectMended(`/payment/${id}${query}`, page)
  }
  for (const query of [
    `?utm_source=x&amp;price=${price}`,
    `?utm_source=x&amp%3Bprice=${price}`,
    `?utm_source=x?price=${price}`,
    `?utm_source=x%26price=${price}`,
    `?utm_source=x%26price%3D${price}`,
    `?utm_source=x;price=${price}`,
    `%3Futm_source%3Dx%26price%3D${price}`,
  ]) {
    expectMended(`/payment/${id}${query}`, `/payment/${id}?utm_source=x&price=${price}`)
  }
  expectMended(`/payment/${id}?price=${price}?utm_source=x`, `${page}&utm_source=x`)
  for (const other of [`${price}0`, `${price}a.`, price.slice(1), `${price},${id}`, '19']) {
    expect(mendAddress(`/payment/${id}?price=${other}`)).toBeNull()
  }
})

test('an email address in a link is read like a typed one', () => {
  const page = `/payment/${id}?email=anna@example.com`
  for (const email of [
    'anna@example.com.',
    'Anna+Novak+<anna@example.com>;',
    '%20anna%40example.com',
    'mailto:anna@example.com',
    '%22anna@example.com%22',
    'anna@example.com%E2%80%8B',
    'anna@example.com+',
    'anna%2540example.com',
  ]) {
    expectMended(`/payment/${id}?email=${email}`, page)
  }
  expectMended(
    `/payment/${id}?name=Bea&amp;email=anna+shop@example.com.`,
    `/payment/${id}?name=Bea&email=anna%2Bshop@example.com`,
  )
  for (const email of [
    'anna+shop@example.com',
    'anna%2Bshop%40example.com',
    'anna',
    '%25',
    'a@b@example.com',
  ]) {
    expect(mendAddress(`/payment/${id}?email=${email}`)).toBeNull()
  }
})

test('a coupon code in a link is read like a typed one', () => {
  for (const code of ['SPRING.', '%22SPRING%22', '%20SPRING', 'SPRING%E3%80%82', '%EF%BC%B3PRING']) {
    expectMended(`/payment/${id}?a=1&amp;coupon=${code}`, `/payment/${id}?a=1&coupon=SPRING`)
  }
})

test('URL parameters after an ampersand without a question mark are still read', () => {
  expectMended(`/payment/${id}&utm_source=x`, `/payment/${id}?utm_source=x`)
  expectMended(`/payment/${id}&a=1?b=2`, `/payment/${id}?a=1&b=2`)
  expectMended(`/payment/${id}.?email=a@b.example`, `/payment/${id}?email=a@b.example`)
  for (const query of [
    '%3Fname%3DAnna%20Novak%26email%3Da%2Bb@c.example',
    '%3Fname=Anna%20Novak%26email=a%2Bb@c.example',
    '%3Fname%3DAnna%20Novak%26email%3Da%252Bb%40c.example',
    '%253Fname%253DAnna%2520Novak%2526email%253Da%252Bb@c.example',
  ]) {
    const mended = mendAddress(`/payment/${id}${query}`) ?? ''
    const [, read = ''] = mended.split('?')
    const { name, email } = Object.fromEntries(new URLSearchParams(read.replace('a+b', 'a%2Bb')))
    expect([name, email]).toEqual(['Anna Novak', 'a+b@c.example'])
    expect(mendAddress(mended)).toBeNull()
  }
})

test('a key in a link that was broken across two lines is joined again', () => {
  const signature = 'abcdefghij_KLMNOPQRST-0123456789abcdefghijk'
  for (const mark of ['%20', '%0A', '=%0A', '%0D%0A%20', '%E2%80%8B', '=']) {
    for (let place = 1; place < signature.length; place += 1) {
      const broken = signature.slice(0, place) + mark + signature.slice(place)
      expectMended(`/purchases/${id}?key=${broken}`, `/purchases/${id}?key=${signature}`)
      expectMended(`/my/${id}/open?key=${id}.${broken}`, `/my/${id}/open?key=${id}.${signature}`)
    }
  }
})
