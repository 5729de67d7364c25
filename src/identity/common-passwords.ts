/** Of the passwords that people take most often, those long enough to be allowed otherwise. */
const common = new Set(
  (
    '12345678 123456789 1234567890 0123456789 87654321 987654321 0987654321 11223344 12341234 123123123 123321123 ' +
    '12344321 13579246 147258369 159753456 789456123 741852963 963852741 112233445566 1q2w3e4r 1q2w3e4r5t ' +
    '1qaz2wsx 1qazxsw2 zaq12wsx q1w2e3r4 q1w2e3r4t5 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 ' +
    'qwer1234 asdfghjk asdfghjkl asdf1234 asdfasdf zxcvbnm1 zxcvbnm123 qazwsxedc azertyuiop abcdefgh abcd1234 ' +
    'abc12345 abcdefg1 abc123456 a1b2c3d4 aa123456 a12345678 a123456789 password password1 password12 password123 ' +
    'password1234 password! passw0rd p@ssw0rd p@ssword pa$$word passwort passwort1 motdepasse contraseña ' +
    'iloveyou iloveyou1 iloveyou2 sunshine sunshine1 princess princess1 football football1 baseball baseball1 ' +
    'basketball superman superman1 batman123 starwars pokemon123 trustno1 whatever welcome1 welcome123 letmein1 ' +
    'letmein123 changeme changeme1 administrator admin123 admin1234 admin12345 administrator1 testtest test1234 ' +
    'testing123 computer computer1 internet internet1 samsung1 liverpool liverpool1 chelsea1 arsenal1 barcelona ' +
    'michelle jennifer jessica1 victoria alexander samantha charlie1 jordan23 mustang1 corvette mercedes ' +
    'chocolate butterfly tinkerbell blink182 metallica slipknot rockyou123 secret123 master123 dragon123 monkey123 ' +
    'shadow123 hello123 hello1234 freedom1 killer123 summer2024 summer2025 summer2026 winter2024 winter2025 ' +
    'winter2026 tillform tillform1 tillform123'
  ).split(' '),
)

/** Whether a password would be among the first that anybody tries. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  return common.has(plain) || new Set(plain).size < 3
}
