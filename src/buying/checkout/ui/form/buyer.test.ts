import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailAddress, requiredText } from '#foundation/http/input/fields.ts'
import { plainEmail } from '#foundation/typed/read-email.ts'
import { readWhole } from '#foundation/typed/read-number.ts'
import { checkBuyer } from './buyer.ts'
import { isUnfilled } from './form-fields.ts'
import { readTyped, emailProblem } from './read-typed.ts'
import { registerReaders } from './readers.ts'

registerReaders({ plainEmail, emailProblem, readTyped, readWhole })

const ada = { email: 'ada@example.com', name: 'Ada Lovelace' }

test.for([
  [ada, {}],
  [
    { email: '', name: '' },
    { email: 'Enter your email', name: 'Enter your name' },
  ],
  [{ ...ada, email: 'ada@' }, { email: 'Email is not valid' }],
  [{ ...ada, email: `${'a'.repeat(120)}@b.example` }, { email: 'to long' }],
  [{ ...ada, name: 'x'.repeat(121) }, { name: 'Enter 120 characters or fewer' }],
] as const)('buyer details get the right errors at their fields: case %#', ([buyer, errors]) => {
  expect(checkBuyer(buyer)).toEqual(errors)
})

test('a name or email in a link is ignored if it is unreadable or a placeholder that a mail tool did not replace', () => {
  for (const tag of '*|FNAME|*  {{first_name}}  {first_name}  %FIRSTNAME%  %%First Name%%  [NAME]  [[name]]  ${user.name}  undefined  null  <<Name>>  #FNAME#  FNAME  First Name  -FNAME-  M\ufffdller  m\ufffdller@example.com  {{email}}@example.com'.split(
    '  ',
  ))
    expect([tag, isUnfilled(tag)]).toEqual([tag, true])
  for (const name of [
    'Anna Lee',
    "O'Brien",
    'Jean-Luc',
    'Müller, Ana [VIP]',
    'anna_k@example.com',
    '山田太郎',
    'Null Island',
    '',
  ])
    expect([name, isUnfilled(name)]).toEqual([name, false])
})

test('the payment page and the API accept the same emails and names', () => {
  const address = fc.oneof(
    fc.emailAddress(),
    fc.stringMatching(/^[ab9._+'@é "-]{0,20}$/),
    fc
      .tuple(fc.stringMatching(/^[\w.'+-]{1,8}$/), fc.stringMatching(/^[a-z0-9.-]{1,12}$/))
      .map((parts) => parts.join('@')),
  )
  const messageOf = (schema: typeof emailAddress, value: string, missing: string) =>
    schema.safeParse(value).error?.issues[0]?.message.replace('This field is required', missing)
  fc.assert(
    fc.property(address, fc.string({ maxLength: 130 }), (typed, name) => {
      const buyer = { email: plainEmail(typed), name: name.trim() }
      const errors = checkBuyer(buyer)
      expect(errors.email).toBe(messageOf(emailAddress, typed, 'Enter your email'))
      if (!/[\p{Cf}\p{DI}\0]/u.test(name))
        expect(errors.name).toBe(messageOf(requiredText(120), buyer.name, 'Enter your name'))
    }),
    { numRuns: 500 },
  )
})
