import { z } from 'zod'
import { teamNews, type TeamNews } from '#accounts/people/notify-owner.ts'
import type { Config } from '#foundation/config/config.ts'
import { longDayText, longInstantText } from '#foundation/time/day-text.ts'
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

const why = 'You are receiving this message because it concerns who can reach your shop.'

/** The mails that tell of a team's members and its owner, by their kinds. */
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
  const role = roleName ?? 'no role'
  const by = byName === null ? '' : ` by ${byName}`
  const said = {
    joined: {
      subject: `${memberName} joined the team of ${sellerName}`,
      what: `${who} accepted an invitation${byName === null ? '' : ` from ${byName}`} and is now in your team as “${role}”.`,
    },
    left: {
      subject: `${memberName} is no longer in the team of ${sellerName}`,
      what: byName === null ? `${who} left your team.` : `${who} was removed from your team${by}.`,
    },
    'role-changed': {
      subject: `${memberName} has another role in ${sellerName}`,
      what: `${who} was given the role “${role}”${by}.`,
    },
  }[news]
  return writeLetter(ownerName, {
    subject: said.subject,
    heading: said.subject,
    paragraphs: [
      said.what,
      `When: ${longInstantText(Date.parse(at))}`,
      'If this is not what you want, change it on your team page. If you do not know who did it, set a new password first: that ends every session of yours.',
    ],
    button: { label: 'See your team', url: `${publicUrl}/team` },
    end: why,
  })
}

function writeHandedOver(
  { authSecret, publicUrl }: Pick<Config, 'authSecret' | 'publicUrl'>,
  id: string,
  data: unknown,
): Message {
  const { sellerName, giverName, heirName, at, until } = handover.parse(data)
  const subject = `${sellerName} was handed over to ${heirName}`
  return writeLetter(giverName, {
    subject,
    heading: subject,
    paragraphs: [
      `${heirName} now owns ${sellerName} and may do everything in it.`,
      `When: ${longInstantText(Date.parse(at))}`,
      `If you did not want this, take the shop back by ${longDayText(Date.parse(until))}: you own it again at once, and everybody who came into the team since is out. If you did, you can say there that it is final.`,
    ],
    // Behind the hash sign the key reaches no server, no log and no Referer header.
    button: { label: 'Take the shop back', url: `${publicUrl}/take-back#${handoverKey(authSecret, id)}` },
    end: 'The link works once, for seven days, and was sent to you alone.',
  })
}

function writeReceived(publicUrl: string, data: unknown): Message {
  const { sellerName, giverName, heirName, until } = handover.parse(data)
  const subject = `You now own ${sellerName}`
  return writeLetter(heirName, {
    subject,
    heading: subject,
    paragraphs: [
      `${giverName} handed ${sellerName} over to you.`,
      `Until ${longDayText(Date.parse(until))}, ${giverName} can take it back. Until then, the shop cannot be closed, and where its money goes cannot be changed. It ends earlier if ${giverName} says, by the link in their mail, that the handover is final.`,
    ],
    button: { label: 'See your team', url: `${publicUrl}/team` },
    end: why,
  })
}

function writeTakenBack(data: unknown): Message {
  const { name: toldName, sellerName, giverName } = takenBack.parse(data)
  const subject = `You are no longer in the team of ${sellerName}`
  return writeLetter(toldName, {
    subject,
    heading: subject,
    paragraphs: [
      `${giverName} took ${sellerName} back. Everybody who came into the team since the shop was handed over is out.`,
      `If you belong there, ask ${giverName} for a new invitation.`,
    ],
    end: why,
  })
}
