import type { CallAnswerWire } from '#contract/call.ts'
import { type deliveryCalls, noneNames } from '#contract/messages/delivery.ts'
import type { Filter } from '#ui/list/ListFilters.tsx'

/** Filters of messages by what the account has: its signatures, templates and apps. */
export const choiceFilters = (choices: CallAnswerWire<typeof deliveryCalls.choices> | undefined): Filter[] => [
  {
    kind: 'select',
    name: 'signatureId',
    label: '签名',
    options: (choices?.signatures ?? []).map(({ signatureId, text }) => ({ value: signatureId, label: text })),
  },
  {
    kind: 'select',
    name: 'templateId',
    label: '模板',
    options: (choices?.templates ?? [])
      .map(({ templateId, name, code }) => ({ value: templateId, label: `${name}（${code}）` }))
      .concat({ value: 'none', label: noneNames.template }),
  },
  {
    kind: 'select',
    name: 'appId',
    label: '应用',
    options: (choices?.apps ?? [])
      .map(({ appId, name }) => ({ value: appId, label: name }))
      .concat({ value: 'none', label: noneNames.app }),
  },
]
