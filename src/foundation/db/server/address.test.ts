import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readAddress } from './address.ts'

const file = fileURLToPath(import.meta.url)

test('a database URL with one host is used as written', () => {
  for (const url of [
    'postgres://u:p%40@db/shop',
    'postgresql://db:6432/shop',
    'postgres:///shop?host=%2Frun%2Fpg',
  ]) {
    expect(readAddress(url)).toEqual({ hosts: [url], mayBeReadOnly: false, isPooled: false })
  }
})

test('a database URL with several hosts becomes one URL per host, in order', () => {
  const url = 'postgres://u:p%2C@a:5432,[::1]:5433,c/shop?target_session_attrs=read-write&application_name=x'

  expect(readAddress(url)).toEqual({
    hosts: ['a:5432', '[::1]:5433', 'c'].map((host) => `postgres://u:p%2C@${host}/shop?application_name=x`),
    mayBeReadOnly: true,
    isPooled: false,
  })
  expect(readAddress('postgres://vip/shop?target_session_attrs=primary').mayBeReadOnly).toBe(true)
})

test('a replica’s URL can request a standby but not the primary', () => {
  expect(readAddress('postgres://a,b/shop?target_session_attrs=standby', 'standby').hosts).toHaveLength(2)
  expect(() => readAddress('postgres://a/shop?target_session_attrs=primary', 'standby')).toThrow(
    'target_session_attrs must be read-only or standby here',
  )
})

test('the pgbouncer setting is not passed to the driver', () => {
  expect(readAddress('postgres://db:6432/shop?pgbouncer=true')).toEqual({
    hosts: ['postgres://db:6432/shop'],
    mayBeReadOnly: false,
    isPooled: true,
  })
})

test('sslmode means the same as in libpq, with system or custom authorities', () => {
  const [host = ''] = readAddress(
    `postgres://a,b/shop?sslmode=verify-full&sslrootcert=system&sslcert=${file}&sslkey=${file}`,
  ).hosts

  expect(Object.fromEntries(new URL(host).searchParams)).toEqual({
    sslmode: 'verify-full',
    sslcert: file,
    sslkey: file,
    uselibpqcompat: 'true',
  })
})

test.each([
  ['mysql://db/shop', 'must look like'],
  ['localhost:5432', 'must look like'],
  ['postgres://a:x/shop', 'must look like'],
  ['postgres://a,,b/shop', 'must look like'],
  ['postgres://a,/shop', 'must look like'],
  [
    'postgres://a,b/shop?target_session_attrs=standby',
    'target_session_attrs must be read-write or primary here',
  ],
  ['postgres://a/shop?sslmode=prefer', 'sslmode must be one of'],
  ['postgres://a/shop?sslmode=verify-ca', 'sslmode=verify-ca needs an sslrootcert'],
  ['postgres://a,10.0.0.1/shop?sslmode=verify-full', 'sslmode=verify-full needs the host’s name'],
  ['postgres://[::1]/shop?sslmode=verify-full', 'sslmode=verify-full needs the host’s name'],
  [`postgres://a/shop?sslrootcert=${file}`, 'sslrootcert: sslmode is missing'],
  [`postgres://a/shop?sslmode=verify-full&sslcert=${file}`, 'sslcert and sslkey belong together'],
  [
    'postgres://a/shop?sslmode=verify-full&sslrootcert=/nowhere/canary',
    'sslrootcert: the file cannot be read',
  ],
])('the address %s is rejected with a reason that shows no value', (url, message) => {
  expect(() => readAddress(url)).toThrow(new RegExp(`^(?!.*canary)${message}`))
})
