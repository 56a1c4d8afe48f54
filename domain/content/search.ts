import { reviewStates } from '#contract/content/review-state.ts'
import { containing } from '#db/like.ts'
import { noteOf, type SearchSource } from '#domain/search-source/index.ts'
import { decodeId, encodeId } from '#values/id.ts'

/** Templates by name, code or id; an account has at most `limits.templates`. */
export const templateSearch: SearchSource = {
  kind: 'template',
  permission: 'template.read',
  find: async (executor, account, { text, most }) => {
    const part = containing(text)
    const rows = await executor
      .selectFrom('template')
      .select(['templateId', 'code', 'name', 'state'])
      .where('accountId', '=', account)
      .where('state', 'not in', ['deleted', 'unsent'])
      .where(is => is.or([is('name', 'ilike', part), is('code', 'ilike', part), is('templateId', '=', decodeId('template', text))]))
      .orderBy('templateId', 'desc')
      .limit(most)
      .execute()
    return rows.map(({ templateId, code, name, state }) => ({
      title: name,
      note: noteOf(code, reviewStates[state]),
      path: `/sms/template?id=${encodeId('template', templateId)}`,
    }))
  },
}

/** Signatures by name or id; an account has at most `limits.signatures`. */
export const signatureSearch: SearchSource = {
  kind: 'signature',
  permission: 'signature.read',
  find: async (executor, account, { text, most }) => {
    const rows = await executor
      .selectFrom('signature')
      .select(['signatureId', 'text', 'state'])
      .where('accountId', '=', account)
      .where('state', 'not in', ['deleted', 'unsent'])
      .where(is => is.or([is('text', 'ilike', containing(nameIn(text))), is('signatureId', '=', decodeId('signature', text))]))
      .orderBy('signatureId', 'desc')
      .limit(most)
      .execute()
    return rows.map(row => ({
      title: `【${row.text}】`,
      note: reviewStates[row.state],
      path: `/sms/signature?id=${encodeId('signature', row.signatureId)}`,
    }))
  },
}

/** The name within pasted brackets. */
export const nameIn = (text: string) => text.replace(/^【/, '').replace(/】$/, '')
