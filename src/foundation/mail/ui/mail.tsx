import { Fragment, type CSSProperties } from 'react'
import { light } from '#foundation/palette.ts'
import type { MailBody, MailBrand, MailLink, MailPart } from '../mail-body.ts'

type Colors = Pick<MailBrand, 'color' | 'onColor' | 'accent'>

/**
 * A mail: one column that every mail program shows alike. Many of them take no style sheet, so each element brings its
 * own style.
 */
export function Mail({ heading, parts, brand }: MailBody) {
  const colors = brand ?? plainColors
  return (
    <html lang="en">
      <body style={brand === undefined ? page : { ...page, fontFamily: brand.fontFamily }}>
        <table role="presentation" width="100%" style={column}>
          <tbody>
            <tr>
              <td>
                {brand !== undefined && <Head {...brand} />}
                <h1 style={{ fontSize: '22px', margin: '0 0 16px' }}>{heading}</h1>
                {parts.map((part, index) => (
                  // The parts of a mail never change places.
                  <Part key={index} part={part} colors={colors} />
                ))}
                {brand !== undefined && <Foot {...brand} />}
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

const page = {
  margin: 0,
  background: light.page,
  font: '16px/1.5 system-ui,sans-serif',
  color: light.ink,
} satisfies CSSProperties
const column = { maxWidth: '560px', margin: '0 auto', padding: '24px' } satisfies CSSProperties
const paragraph = { margin: '0 0 12px' } satisfies CSSProperties
const sheet = {
  background: light.surface,
  borderRadius: '12px',
  padding: '12px 20px',
  borderCollapse: 'separate',
  margin: '0 0 12px',
} satisfies CSSProperties
const amountCell = { textAlign: 'right', whiteSpace: 'nowrap' } satisfies CSSProperties
const totalCell = {
  padding: '12px 0 6px',
  borderTop: `1px solid ${light.line}`,
} satisfies CSSProperties
const plainColors: Colors = { color: light.ink, onColor: light.surface, accent: light.ink }
const buttonLink = {
  display: 'inline-block',
  padding: '12px 20px',
  borderRadius: '10px',
  textDecoration: 'none',
  fontWeight: 600,
} satisfies CSSProperties

/** Whose mail it is. Its height is said twice: one mail program reads the attribute alone. */
function Head({ name, logo, accent }: MailBrand) {
  const picture = logo !== null && (
    <img
      src={logo.url}
      alt={logo.saysName ? name : ''}
      height={40}
      style={{ height: '40px', maxWidth: '100%', verticalAlign: 'middle', border: 0 }}
    />
  )
  return (
    <p style={{ margin: '0 0 24px', color: accent, fontSize: '18px', fontWeight: 600 }}>
      {picture}
      {logo?.saysName !== true && (
        <span style={logo === null ? {} : { marginLeft: '12px', verticalAlign: 'middle' }}>{name}</span>
      )}
    </p>
  )
}

/** Where whoever sends it is reached. */
function Foot({ contactEmail, website, accent }: MailBrand) {
  if (contactEmail === null && website === null) return null
  return (
    <p style={{ margin: '16px 0 0', color: light.muted, fontSize: '13px' }}>
      {contactEmail !== null && (
        <>
          Questions? Write to{' '}
          <a href={`mailto:${contactEmail}`} style={{ color: accent }}>
            {contactEmail}
          </a>
        </>
      )}
      {contactEmail !== null && website !== null && ' · '}
      {website !== null && (
        <a href={website.url} style={{ color: accent }}>
          {website.label}
        </a>
      )}
    </p>
  )
}

function Part({ part, colors }: { readonly part: MailPart; readonly colors: Colors }) {
  switch (part.kind) {
    case 'text':
      return <p style={paragraph}>{part.text}</p>
    case 'message':
      return <p style={{ ...paragraph, whiteSpace: 'pre-wrap' }}>{part.text}</p>
    case 'bill':
      return <Bill {...part} />
    case 'list':
      return (
        <>
          <p style={{ margin: '0 0 4px' }}>
            <strong>{part.title}</strong>
          </p>
          <ul style={{ margin: '0 0 12px', paddingLeft: '20px' }}>
            {part.items.map((item, index) => (
              <li key={`${index} ${item}`}>{item}</li>
            ))}
          </ul>
        </>
      )
    case 'button':
      return (
        <p style={{ margin: '20px 0' }}>
          <a href={part.url} style={{ ...buttonLink, background: colors.color, color: colors.onColor }}>
            {part.label}
          </a>
        </p>
      )
    case 'links':
      return <Links links={part.links} accent={colors.accent} />
    case 'small':
      return (
        <p style={{ margin: '16px 0 0', color: light.muted, fontSize: '13px' }}>
          {part.lines.map((line, index) => (
            <Fragment key={line}>
              {index > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </p>
      )
  }
}

function Bill({ rows, total, included = [] }: Extract<MailPart, { kind: 'bill' }>) {
  return (
    <table width="100%" style={sheet}>
      <tbody>
        {rows.map(({ label, amount }, index) => (
          <tr key={`${index} ${label}`}>
            <td style={{ padding: '6px 0' }}>{label}</td>
            <td style={{ padding: '6px 0', ...amountCell }}>{amount}</td>
          </tr>
        ))}
        <tr>
          <td style={totalCell}>
            <strong>Total</strong>
          </td>
          <td style={{ ...totalCell, ...amountCell }}>
            <strong>{total}</strong>
          </td>
        </tr>
        {included.map(({ label, amount }, index) => (
          <tr key={`${index} ${label}`} style={{ color: light.muted, fontSize: '14px' }}>
            <td style={{ padding: '0 0 6px' }}>{label}</td>
            <td style={{ padding: '0 0 6px', ...amountCell }}>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Links({ links, accent }: { readonly links: readonly MailLink[]; readonly accent: string }) {
  return (
    <p style={{ margin: '16px 0 0' }}>
      {links.map(({ label, url }, index) => (
        <Fragment key={url}>
          {index > 0 && ' · '}
          <a href={url} style={{ color: accent }}>
            {label}
          </a>
        </Fragment>
      ))}
    </p>
  )
}
