import { describe, expect, test } from 'vitest'
import { signUpBody } from '#accounts/sign-in/contract.ts'
import { ApiError, NoAnswer } from '#foundation/http/contract/client.ts'
import { signInBody } from '../contract.ts'
import { checkFields, refusedFields } from './checked-form.ts'

const refusal = (status: number, code: string, errors?: Record<string, string>) =>
  new ApiError(status, { code, message: 'Refused', requestId: 'r', ...(errors ? { errors } : {}) })

describe('errors in sign-in and sign-up fields', () => {
  test('invalid fields get the server’s error texts', () => {
    expect(checkFields(signInBody, { email: 'nope', password: '' })).toEqual({
      email: 'Invalid Email format , please verify the email you entered ',
      password: 'This field is required',
    })
    expect(checkFields(signUpBody, { name: 'Ann', email: 'ann@example.com', password: 'short' })).toEqual({
      password: 'Password is weak ',
    })
  })

  test('valid fields get no errors', () => {
    expect(checkFields(signInBody, { email: 'ann@example.com', password: 'x' })).toEqual({})
  })
})

describe('errors from the server', () => {
  test.each([
    ['user-not-found', { email: 'User does not exist' }],
    ['wrong-password', { password: 'Wrong password ' }],
    ['email-already-in-use', { email: 'Email is already is use ' }],
    ['other', { server: 'Server Error , please try again or contact admin' }],
  ])('the failure %s is shown at its field', (code, fields) => {
    expect(refusedFields(refusal(401, code))).toEqual(fields)
  })

  test('field errors from the server are shown next to their fields', () => {
    const errors = { email: 'to long', photo: 'Too big' }
    expect(refusedFields(refusal(422, 'invalid_fields', errors))).toEqual({
      email: 'to long',
      server: 'Too big',
    })
  })

  test('rate limits and missing proofs show the server’s message', () => {
    expect(refusedFields(refusal(429, 'too_many_requests'))).toEqual({ server: 'Refused' })
    expect(refusedFields(refusal(428, 'proof_needed'))).toEqual({ server: 'Refused' })
    expect(refusedFields(new NoAnswer('away', { cause: undefined, isLate: false }))).toEqual({
      server: 'Server Error , please try again or contact admin',
    })
  })
})
