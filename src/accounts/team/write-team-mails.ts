import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { teamNews, type TeamNews } from '#accounts/people/notify-owner.ts'
import type { Config } from '#foundation/config/config.ts'
import { dayText, instantText } from '#foundation/time/day-text.ts'
import { writeLetter } from '#foundation/mail/letter.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message, Writers } from '#foundation/mail/send-mails.ts'
import { handoverKey } from './handover.ts'

const name = z.string().transform(plainName)
const change = z.object({
  ownerName: name,
  sellerName: name,
  memberName: name,
  memberEmail: name,
  byName: name.nullable(),
  roleName: name.nullable(),
  at: z.iso.datetime(),
})
const handover = z.object({
  sellerName: name,
  giverName: name,
  heirName: name,
  at: z.iso.datetime(),
  until: z.iso.datetime(),
})
const takenBack = z.object({ name, sellerName: name, giverName: name })

const why = () => t('You received this email because it affects access to your shop.')

/** The emails about a team's members and its owner, by kind. */
export function teamMailWriters(addresses: Pick<Config, 'authSecret' | 'publicUrl'>): Writers {
  const { publicUrl } = addresses
  const told = teamNews.map((news): [string, Writers[string]] => [
    `team-${news}`,
    async ({ data }) => writeChange(publicUrl, news, data),
  ])
  return {
    ...Object.fromEntries(told),
    'team-handed-over': async ({ about, data }) => writeHandedOver(addresses, about, data),
    'team-received': async ({ data }) => writeReceived(publicUrl, data),
    'team-taken-back': async ({ data }) => writeTakenBack(data),
  }
}

function writeChange(publicUrl: string, news: TeamNews, data: unknown): Message {
  const { ownerName, sellerName, memberName, memberEmail, byName, roleName, at } = change.parse(data)
  const who = `${memberName} (${memberEmail})`
  const role = roleName ?? t('no role')
  const said = {
    joined: {
      subject: t('{memberName} joined the team of {sellerName}', { memberName, sellerName }),
      what:
        byName === null
          ? t('{who} accepted an invitation and joined your team with the role “{role}”.', { who, role })
          : t('{who} accepted an invitation from {byName} and joined your team with the role “{role}”.', {
              who,
              byName,
              role,
            }),
    },
    left: {
      subject: t('{memberName} is no longer on the team of {sellerName}', { memberName, sellerName }),
      what:
        byName === null
          ? t('{who} left your team.', { who })
          : t('{who} was removed from your team by {byName}.', { who, byName }),
    },
    'role-changed': {
      subject: t('{memberName} has a new role in {sellerName}', { memberName, sellerName }),
      what:
        byName === null
          ? t('{who} was given the role “{role}”.', { who, role })
          : t('{who} was given the role “{role}” by {byName}.', { who, role, byName }),
    },
  }[news]
  return writeLetter(ownerName, {
    subject: said.subject,
    heading: said.subject,
    paragraphs: [
      said.what,
      t('When: {time}', { time: instantText(Date.parse(at)) }),
      t(
        'If this was not intended, change it on your Team page. If you do not know who did it, reset your password first. This signs you out on every device.',
      ),
    ],
    button: { label: t('See your team'), url: `${publicUrl}/team` },
    end: why(),
  })
}

function writeHandedOver(
  { authSecret, publicUrl }: Pick<Config, 'authSecret' | 'publicUrl'>,
  id: string,
  data: unknown,
): Message {
  const { sellerName, giverName, heirName, at, until } = handover.parse(data)
  const subject = t('{sellerName} was transferred to {heirName}', { sellerName, heirName })
  return writeLetter(giverName, {
    subject,
    heading: subject,
    paragraphs: [
      t('{heirName} now owns {sellerName} and can do everything in it.', { heirName, sellerName }),
      t('When: {time}', { time: instantText(Date.parse(at)) }),
      t(
        'If you did not want this, take the shop back by {day}. You will own it again right away, and everyone who joined the team since then loses access. If you did want it, you can confirm the transfer on the same page.',
        { day: dayText(Date.parse(until)) },
      ),
    ],
    // After the hash sign, the key reaches no server, log or Referer header.
    button: { label: t('Take the shop back'), url: `${publicUrl}/take-back#${handoverKey(authSecret, id)}` },
    end: t('This link expires in seven days, works once and was sent only to you.'),
  })
}

function writeReceived(publicUrl: string, data: unknown): Message {
  const { sellerName, giverName, heirName, until } = handover.parse(data)
  const subject = t('You now own {sellerName}', { sellerName })
  return writeLetter(heirName, {
    subject,
    heading: subject,
    paragraphs: [
      t('{giverName} transferred {sellerName} to you.', { giverName, sellerName }),
      t(
        '{giverName} can take it back until {day}. Until then, you cannot close the shop or change its payout account. This period ends early if {giverName} confirms the transfer with the link in their email.',
        { giverName, day: dayText(Date.parse(until)) },
      ),
    ],
    button: { label: t('See your team'), url: `${publicUrl}/team` },
    end: why(),
  })
}

function writeTakenBack(data: unknown): Message {
  const { name: toldName, sellerName, giverName } = takenBack.parse(data)
  const subject = t('You are no longer on the team of {sellerName}', { sellerName })
  return writeLetter(toldName, {
    subject,
    heading: subject,
    paragraphs: [
      t(
        '{giverName} took {sellerName} back. Everyone who joined the team after the transfer has lost access.',
        { giverName, sellerName },
      ),
      t('If you belong there, ask {giverName} for a new invitation.', { giverName }),
    ],
    end: why(),
  })
}
