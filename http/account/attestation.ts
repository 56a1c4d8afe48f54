import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountProfileCalls, attestationCalls, certificateRoute, letterRoute } from '#contract/account/attestation.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import {
  addContact,
  attestationCertificate,
  attestationHistory,
  authorizationLetter,
  changeBlockedUntil,
  contactLimitOf,
  contactsOf,
  discardDraft,
  editContact,
  proveAttestationPhone,
  provenPhones,
  readAccountProfile,
  readAttested,
  removeContact,
  saveDraft,
  saveProfile,
  sendAttestationPhoneCode,
  shown,
  submissionsOf,
  submitAttestation,
  withdrawAttestation,
} from '#domain/account/index.ts'
import { sendPlatformMessage } from '#domain/messages/index.ts'
import type { App } from '#http/server/app.ts'
import { attachment } from '#http/server/file-name.ts'
import { memberMay, requireMember } from '#http/server/member.ts'
import { handle, type Services } from '#http/server/serve.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { encodeId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { maskPhone } from '#values/phone.ts'
import { pick } from '#values/pick.ts'

export const attestationHandlers = (secret: string) => [
  handle(attestationCalls.overview, async ({ tx, account, member, now }) => {
    const attested = await readAttested(tx, account, now())
    const all = await submissionsOf(tx, account, secret, ['draft', 'reviewing', 'approved', 'rejected'])
    const barredUntil = await changeBlockedUntil(tx, account, attested, now())
    const mayWrite = memberMay(member, 'account.write')
    const find = (...states: string[]) => {
      const found = all.find(({ state }) => states.includes(state))
      return found ? forReader(shown(found), mayWrite) : null
    }
    const latest = all[0]
    const { attestationStatus, attestedName, attestedAt, attestedUntil, isRenewalDue } = attested
    return {
      attestationStatus,
      attestedName,
      attestedAt,
      attestedUntil,
      isRenewalDue,
      current: find('approved'),
      open: find('draft', 'reviewing'),
      rejected: latest?.state === 'rejected' ? find('rejected') : null,
      changeProblem: barredUntil
        ? `认证主体每${limits.attestationChangeDays}天只能变更一次，${formatChinaTime(barredUntil).slice(0, 10)}之后可以再次变更。`
        : null,
      provenPhones: mayWrite ? await provenPhones(tx, account, now()) : [],
    }
  }),

  handle(attestationCalls.save, async ({ tx, account, member, now, note }, form) => {
    const { attestationId } = await saveDraft(tx, account, secret, { form, ...member, now: now() })
    note({ object: encodeId('attestation', attestationId) })
    return { attestationId, updatedAt: now() }
  }),

  handle(attestationCalls.submit, async ({ tx, account, member, now, note }, form) => {
    const { attestationId } = await submitAttestation(tx, account, secret, { form, ...member, now: now() })
    note({ object: encodeId('attestation', attestationId) })
    return { attestationId }
  }),

  handle(attestationCalls.withdraw, async ({ tx, account, now }) => {
    await withdrawAttestation(tx, account, now())
    return {}
  }),

  handle(attestationCalls.discard, async ({ tx, account }) => {
    await discardDraft(tx, account)
    return {}
  }),

  handle(attestationCalls.askCode, async ({ tx, account, address, now, afterCommit }, { phone }) => {
    const { code } = await sendAttestationPhoneCode(tx, account, secret, { phone, address, now: now() })
    const parameters = { code, name: '办理实名认证' }
    afterCommit(db => sendPlatformMessage(db, { phone, templateCode: 'SMS_100020', parameters, now: now() }))
    return { nextAfterSeconds: limits.oneTimeCodePauseSeconds }
  }),

  handle(attestationCalls.provePhone, async ({ tx, account, now }, { phone, code }) => ({
    isProven: await proveAttestationPhone(tx, account, secret, { phone, code, now: now() }),
  })),
]

type Shown = ReturnType<typeof shown>

/** A member without write permission sees the phone masked and no documents. */
const forReader = (one: Shown, mayWrite: boolean): Shown =>
  mayWrite ? one : { ...one, papers: [], form: { ...one.form, phone: one.form.phone === '' ? '' : maskPhone(one.form.phone), papers: {} } }

export const accountProfileHandlers = (secret: string) => [
  handle(accountProfileCalls.profile, async ({ tx, account, member, now }) => {
    const { attestationStatus, attestedName, attestedAt, attestedUntil, isRenewalDue } = await readAttested(tx, account, now())
    const submissions = await submissionsOf(tx, account, secret, ['draft', 'reviewing', 'approved'])
    const current = submissions.find(({ state }) => state === 'approved')
    const open = submissions.find(({ state }) => state !== 'approved')
    const mayWrite = memberMay(member, 'account.write')
    const contacts = await contactsOf(tx, account)
    return {
      accountId: account,
      attestationStatus,
      attestedName,
      attestedAt,
      attestedUntil,
      isRenewalDue,
      current: current ? forReader(shown(current), mayWrite) : null,
      open: open ? { ...pick(open, 'state', 'submittedAt'), ...pick(open.form, 'subject', 'name') } : null,
      history: await attestationHistory(tx, account),
      profile: await readAccountProfile(tx, account),
      contacts: contacts.map(({ contactId, ...contact }) => ({
        ...contact,
        contactPersonId: contactId,
        phone: mayWrite ? contact.phone : maskPhone(contact.phone),
      })),
      contactLimit: contactLimitOf(attestationStatus),
    }
  }),

  handle(accountProfileCalls.save, async ({ tx, account, now, note }, profile) => {
    const { updatedAt: _, ...before } = await readAccountProfile(tx, account)
    await saveProfile(tx, account, profile, now())
    note({ object: '账户资料', before, after: profile })
    return {}
  }),

  handle(accountProfileCalls.addContact, async ({ tx, account, now, note }, contact) => {
    const contactId = await addContact(tx, account, contact, now())
    note({ object: contact.name, after: contact })
    return { contactPersonId: contactId }
  }),

  handle(accountProfileCalls.editContact, async ({ tx, account, note }, { contactPersonId: contactId, ...contact }) => {
    const before = (await contactsOf(tx, account)).find(one => one.contactId === contactId)
    await editContact(tx, account, { contactId, ...contact })
    note({ object: contact.name, before: { ...before }, after: contact })
    return {}
  }),

  handle(accountProfileCalls.removeContact, async ({ tx, account, note }, { contactPersonId: contactId }) => {
    const before = (await contactsOf(tx, account)).find(one => one.contactId === contactId)
    await removeContact(tx, account, contactId)
    note({ object: before?.name ?? null, before: { ...before } })
    return {}
  }),
]

/** The certificate and the letter of authorization, as PDFs. */
export function serveCertificateRoutes(app: App, services: Services, secret: string): void {
  app.get(certificateRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const { account } = await requireMember(services, request, certificateRoute.audience.permission)
    const pdf = await asAccount(services.db, account, tx => attestationCertificate(tx, account, secret, services.now()))
    return sendPdf(reply, '鸿雁实名认证证明.pdf', pdf)
  })
  app.get(letterRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
    await requireMember(services, request, letterRoute.audience.permission)
    const known = letterRoute.input.safeParse(request.query).data ?? refuse('input_invalid')
    return sendPdf(reply, '鸿雁实名认证授权书.pdf', await authorizationLetter(known, services.now()))
  })
}

const sendPdf = (reply: FastifyReply, name: string, pdf: Buffer) =>
  reply.type('application/pdf').header('Cache-Control', 'no-store').header('Content-Disposition', attachment(name)).send(pdf)
