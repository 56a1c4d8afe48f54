import { z } from 'zod'
import { VendorFault } from '#contract/open/vendor-error.ts'
import { chinaDay, formatChinaTime } from '#values/china-time.ts'
import type { VendorAction, VendorContext } from '../vendor-action.ts'

type Row = Record<string, unknown>
type Names = Readonly<Record<string, string>>

/** How an action of 2019-07-11 differs from its successor, which handles it. */
interface Translation {
  /** Parameter names of 2019, mapped to those of 2021. */
  asked?: Names
  /** Parameters of 2021 without an equivalent in 2019, with their values. */
  fixed?: (now: Date) => Row
  /** Answer fields of 2021, mapped to names of 2019; null for those that 2019 lacks. */
  answered?: Readonly<Record<string, string | null>>
  /** Fields that are seconds in 2021, and in 2019 text beside a seconds field with its own name. */
  times?: Names
}

const app = { SmsSdkAppid: 'SmsSdkAppId' }
const ofNumber = { ...app, SendDateTime: 'BeginTime', EndDateTime: 'EndTime' }
const hours = { ...app, StartDateTime: 'BeginTime', EndDataTime: 'EndTime' }
const purpose = { UsedMethod: 'SignPurpose' }
const report: Translation = {
  answered: { CountryCode: 'NationCode', PhoneNumber: 'PurePhoneNumber', SubscriberNumber: 'PhoneNumber', SessionContext: null },
  times: { UserReceiveTime: 'UserReceiveUnixTime' },
}
const reply: Translation = {
  answered: { CountryCode: 'NationCode', SignName: 'Sign', SubscriberNumber: null },
  times: { ReplyTime: 'ReplyUnixTime' },
}

/** Every action of 2019-07-11. */
export const translations: Readonly<Record<string, Translation>> = {
  SendSms: { asked: { ...app, TemplateID: 'TemplateId', Sign: 'SignName' } },
  PullSmsSendStatus: { asked: app, ...report },
  PullSmsReplyStatus: { asked: app, ...reply },
  PullSmsSendStatusByPhoneNumber: { asked: ofNumber, ...report },
  PullSmsReplyStatusByPhoneNumber: { asked: ofNumber, ...reply },
  SendStatusStatistics: { asked: hours },
  CallbackStatusStatistics: { asked: hours },
  SmsPackagesStatistics: {
    asked: app,
    // All packages that the account ever got.
    fixed: now => ({ BeginTime: { day: '2000-01-01', hour: 0 }, EndTime: { day: chinaDay(now), hour: 23 } }),
    answered: { PackageAmount: 'AmountOfPackage', PackageType: 'TypeOfPackage' },
    times: {
      PackageCreateTime: 'PackageCreateUnixTime',
      PackageEffectiveTime: 'PackageEffectiveUnixTime',
      PackageExpiredTime: 'PackageExpiredUnixTime',
    },
  },
  AddSmsSign: { asked: purpose },
  ModifySmsSign: { asked: purpose },
  DeleteSmsSign: {},
  DescribeSmsSignList: {},
  AddSmsTemplate: {},
  ModifySmsTemplate: {},
  DeleteSmsTemplate: {},
  DescribeSmsTemplateList: { answered: { TemplateContent: null } },
}

/** The actions of 2019-07-11, handled by those of 2021-01-11. */
export const actionsOf2019 = (actions: Readonly<Record<string, VendorAction>>): Record<string, VendorAction> =>
  Object.fromEntries(
    Object.entries(actions).flatMap(([name, action]) => {
      const translation = translations[name]
      return translation ? [[name, translated(action, translation)]] : []
    }),
  )

function translated({ scope, input, run }: VendorAction, { asked = {}, fixed, answered = {}, times = {} }: Translation): VendorAction {
  const oldNames = Object.fromEntries(Object.entries(asked).map(([old, name]) => [name, old]))
  const left = new Set(fixed ? Object.keys(fixed(new Date(0))) : [])
  const shape = Object.entries(input.shape).filter(([name]) => !left.has(name))
  return {
    scope,
    input: z.object(Object.fromEntries(shape.map(([name, schema]) => [oldNames[name] ?? name, schema]))),
    run: async (context: VendorContext, given: never) => {
      const entries = Object.entries(given as Row).map(([name, value]) => [asked[name] ?? name, value])
      const answer = await run(context, { ...Object.fromEntries(entries), ...fixed?.(context.now) } as never).catch(error => {
        throw error instanceof VendorFault ? inOldNames(error, oldNames) : error
      })
      const rowOf = (row: Row) => translatedRow(row, answered, times)
      return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, Array.isArray(value) ? value.map(rowOf) : value]))
    },
  }
}

/** An error names the parameters that the program knows. */
function inOldNames({ code, facts }: VendorFault, oldNames: Names): VendorFault {
  const inOld = (text: string) => text.replace(/[A-Z][a-zA-Z]+/g, word => oldNames[word] ?? word)
  return new VendorFault(
    code,
    Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'string' ? inOld(fact) : fact])),
  )
}

function translatedRow(row: Row, names: NonNullable<Translation['answered']>, times: Names): Row {
  const entries = Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    const secondsName = times[name]
    if (secondsName)
      return [
        [name, formatChinaTime(Number(value) * 1000)],
        [secondsName, value],
      ]
    const known = Object.hasOwn(names, name) ? names[name] : name
    return known == null ? [] : [[known, value]]
  })
  return Object.fromEntries(entries)
}
