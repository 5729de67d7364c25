/** @jsxImportSource preact */
import { type ComponentChildren, type CSSProperties, Fragment } from 'preact'
import { directionOf } from '#foundation/language/languages.ts'
import { currentLanguage, msg, pieces, t } from '#foundation/language/t.ts'
import { linkedText } from '#foundation/text/linked-text.ts'
import { dark, light } from '#foundation/http/pages/palette.ts'
import { mailLink } from '#foundation/typed/mail-link.ts'
import type { MailBody, MailBrand, MailColors, MailLink, MailPart } from '../mail-body.ts'

/**
 * An email in a single column that every mail program shows alike. Many ignore style sheets, so each element
 * has an inline, light style. The style sheet is only for dark mode.
 */
export function Mail({ heading, parts, brand }: MailBody) {
  const colors = brand?.colors ?? plainColors
  return (
    <html lang={currentLanguage()} dir={directionOf(currentLanguage())}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkStyle(colors.dark)}</style>
      </head>
      <body className="page" style={brand === undefined ? page : { ...page, fontFamily: brand.fontFamily }}>
        <table role="presentation" width="100%" style={column}>
          <tbody>
            <tr>
              <td>
                {brand === undefined ? (
                  <Name color={plainColors.light.accent}>Tillform</Name>
                ) : (
                  <Head {...brand} />
                )}
                <h1 style={{ fontSize: '22px', lineHeight: 1.3, margin: '0 0 16px' }}>{heading}</h1>
                {parts.map((part, index) => (
                  // The parts of an email never change their order, so their index can be their key.
                  <Part key={index} part={part} colors={colors.light} />
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

/** The style sheet for dark mode. Only `!important` overrides an inline style. */
function darkStyle({ color, onColor, edge, accent }: MailColors): string {
  const rules = {
    '.page': `background:${dark.page};color:${dark.ink}`,
    '.sheet': `background:${dark.surface}`,
    '.line': `border-color:${dark.line}`,
    '.muted': `color:${dark.muted}`,
    '.accent': `color:${accent}`,
    '.button': `background:${color};border-color:${edge};color:${onColor}`,
    // The color of the name, which mail programs show while pictures are blocked.
    '.logo': `background:${dark.plate};color:${light.ink};padding:4px`,
  }
  const written = Object.entries(rules).map(
    ([selector, style]) => `${selector}{${style.replaceAll(/(?=;|$)/g, '!important')}}`,
  )
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${written.join('')}}`
}

const page = {
  margin: 0,
  background: light.page,
  font: '16px/1.5 system-ui,sans-serif',
  color: light.ink,
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
} satisfies CSSProperties
const column = { maxWidth: '560px', margin: '0 auto', padding: '24px' } satisfies CSSProperties
const paragraph = { margin: '0 0 12px' } satisfies CSSProperties
const smallText = { color: light.muted, fontSize: '13px' } satisfies CSSProperties
const sheet = {
  background: light.surface,
  borderRadius: '12px',
  padding: '12px 20px',
  borderCollapse: 'separate',
  margin: '0 0 12px',
} satisfies CSSProperties
const wide = {
  display: 'block',
  width: '100%',
  height: 'auto',
  borderRadius: '12px',
  margin: '0 0 16px',
} satisfies CSSProperties
const amountCell = {
  padding: '6px 0 6px 16px',
  textAlign: 'right',
  verticalAlign: 'top',
  whiteSpace: 'nowrap',
} satisfies CSSProperties
const totalCell = {
  paddingTop: '12px',
  borderTop: `1px solid ${light.line}`,
} satisfies CSSProperties
/** The product's own logo, as on its screens. */
const plainColors = {
  light: { color: '#7f1ccf', onColor: '#ffffff', edge: '#7f1ccf', accent: '#7f1ccf' },
  dark: { color: '#7f1ccf', onColor: '#ffffff', edge: '#7f1ccf', accent: '#c58bf5' },
} satisfies MailBrand['colors']
const buttonLink = {
  display: 'inline-block',
  padding: '12px 20px',
  borderRadius: '10px',
  textDecoration: 'none',
  fontWeight: 600,
} satisfies CSSProperties

/** The sender's logo or name. The height is given twice, because one mail program reads only the attribute. */
function Head({ name, logo, colors: { light: inLight } }: MailBrand) {
  const picture = logo !== null && (
    <img
      className="logo"
      src={logo.url}
      alt={logo.saysName ? name : ''}
      height={40}
      style={{ height: '40px', maxWidth: '100%', verticalAlign: 'middle', border: 0, borderRadius: '6px' }}
    />
  )
  return (
    <Name color={inLight.accent}>
      {picture}
      {logo?.saysName !== true && (
        <span style={logo === null ? {} : { marginLeft: '12px', verticalAlign: 'middle' }}>{name}</span>
      )}
    </Name>
  )
}

function Name({ color, children }: { readonly color: string; readonly children: ComponentChildren }) {
  return (
    <p className="accent" style={{ margin: '0 0 24px', color, fontSize: '18px', fontWeight: 600 }}>
      {children}
    </p>
  )
}

/** The sender's contact. */
function Foot({ contactEmail, website, colors: { light: inLight } }: MailBrand) {
  if (contactEmail === null && website === null) return null
  const email = contactEmail !== null && (
    <a className="accent" href={mailLink(contactEmail)} style={{ color: inLight.accent }}>
      {contactEmail}
    </a>
  )
  // `rich` makes React elements, but emails are made of Preact elements.
  const question = msg('Questions? Write to {email}', { email })
  return (
    <p className="muted" style={{ ...smallText, margin: '16px 0 0' }}>
      {contactEmail !== null &&
        pieces<ComponentChildren>(question.message, question.values, {
          value: () => email,
          tag: (_name, inside) => inside,
        })}
      {contactEmail !== null && website !== null && ' · '}
      {website !== null && (
        <a className="accent" href={website.url} style={{ color: inLight.accent }}>
          {website.label}
        </a>
      )}
    </p>
  )
}

function Part({ part, colors }: { readonly part: MailPart; readonly colors: MailColors }) {
  switch (part.kind) {
    case 'text':
      return <p style={paragraph}>{part.text}</p>
    case 'picture':
      return <img src={part.url} alt="" width="560" style={wide} />
    case 'amounts':
      return <Amounts {...part} />
    case 'message':
      return <Message {...part} accent={colors.accent} />
    case 'bill':
      return <Bill {...part} />
    case 'list':
      return (
        <>
          <Title>{part.title}</Title>
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
          <a
            className="button"
            href={part.url}
            style={{
              ...buttonLink,
              background: colors.color,
              border: `1px solid ${colors.edge}`,
              color: colors.onColor,
            }}
          >
            {part.label}
          </a>
        </p>
      )
    case 'links':
      return <Links {...part} accent={colors.accent} />
    case 'small':
      return (
        <p className="muted" style={{ ...smallText, margin: '16px 0 0' }}>
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

type MessageProps = Extract<MailPart, { kind: 'message' }> & { readonly accent: string }

function Message({ text, hasLinks, accent }: MessageProps) {
  const linked = hasLinks === true ? linkedText(text) : [{ text }]
  return (
    <p style={{ ...paragraph, whiteSpace: 'pre-wrap' }}>
      {linked.map((piece, index) =>
        'href' in piece ? (
          <a key={index} className="accent" href={piece.href} style={{ color: accent }}>
            {piece.text}
          </a>
        ) : (
          piece.text
        ),
      )}
    </p>
  )
}

function Title({ children }: { readonly children: ComponentChildren }) {
  return (
    <p style={{ margin: '0 0 4px' }}>
      <strong>{children}</strong>
    </p>
  )
}

function Amounts({ title, rows }: Extract<MailPart, { kind: 'amounts' }>) {
  return (
    <>
      {title !== null && <Title>{title}</Title>}
      <table width="100%" cellSpacing="0" className="sheet" style={sheet}>
        <tbody>
          {rows.map(({ label, note, amount }, index) => (
            <tr key={`${index} ${label}`}>
              <td style={{ padding: '6px 0' }}>
                {label}
                {note !== undefined && (
                  <>
                    <br />
                    <span className="muted" style={smallText}>
                      {note}
                    </span>
                  </>
                )}
              </td>
              <td style={amountCell}>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Bill({ rows, total, included = [] }: Extract<MailPart, { kind: 'bill' }>) {
  return (
    <table width="100%" cellSpacing="0" className="sheet" style={sheet}>
      <tbody>
        {rows.map(({ label, amount }, index) => (
          <tr key={`${index} ${label}`}>
            <td style={{ padding: '6px 0' }}>{label}</td>
            <td style={amountCell}>{amount}</td>
          </tr>
        ))}
        <tr>
          <td className="line" style={{ padding: '6px 0', ...totalCell }}>
            <strong>{t('Total')}</strong>
          </td>
          <td className="line" style={{ ...amountCell, ...totalCell }}>
            <strong>{total}</strong>
          </td>
        </tr>
        {included.map(({ label, amount }, index) => (
          <tr key={`${index} ${label}`} className="muted" style={{ color: light.muted, fontSize: '14px' }}>
            <td style={{ padding: '0 0 6px' }}>{label}</td>
            <td style={{ ...amountCell, paddingTop: 0 }}>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Links are stacked so that each is easy to tap. Links in small print are in a row. */
function Links({
  links,
  isSmall,
  accent,
}: Extract<MailPart, { kind: 'links' }> & { readonly accent: string }) {
  return (
    <p
      className={isSmall ? 'muted' : undefined}
      style={isSmall ? { ...smallText, margin: '4px 0 0' } : { margin: '16px 0 12px' }}
    >
      {links.map(({ label, url }: MailLink, index) => (
        <Fragment key={url}>
          {index > 0 && (isSmall ? ' · ' : <br />)}
          <a
            className="accent"
            href={url}
            style={{ color: accent, ...(isSmall ? {} : { display: 'inline-block', padding: '4px 0' }) }}
          >
            {label}
          </a>
        </Fragment>
      ))}
    </p>
  )
}
