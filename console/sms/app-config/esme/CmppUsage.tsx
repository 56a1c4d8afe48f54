import type { AppDetail } from '#contract/apps/app.ts'
import { esmeAnswers } from '#contract/apps/esme-answer.ts'
import type { CmppVersion } from '#contract/messages/channel-settings.ts'
import { BeforeSending } from '../../app-manage/BeforeSending.tsx'
import { CodeBlock } from '../../app-manage/CodeBlock.tsx'
import { cmppProgram } from './cmpp-program.ts'
import type { LoginFacts } from './protocol.ts'
import { sampleText } from './sample-text.ts'
import { arrivalOf, Hint, SampleSection, SampleText, Usage } from './Usage.tsx'

const rules: [string, string][] = [
  ['登录', 'CMPP_CONNECT：Source_Addr填企业代码，按密码算AuthenticatorSource；Version为0x30时用3.0的格式，更低的用2.0。可以同时有多条连接'],
  [
    '内容',
    '以【签名】开头，后面与一个已通过的模板一致，变量填好；没有签名时用应用的默认签名。推广短信的“拒收请回复R”可以不写，发送时自动加上',
  ],
  ['号码', 'Src_Id填接入号，后面可以加扩展码，也可以不填；Msg_src填企业代码或不填。一次最多99个号码，有一个不正确就全部拒绝'],
  ['编码', 'Msg_Fmt：0（ASCII）、8（UCS-2，中文请用它）、15（GBK）'],
  ['长短信', 'TP_udhi为1，内容以05 00 03开头的6字节头；没有头的按Pk_total和Pk_number合并。分段须在10分钟内到齐'],
  [
    '状态报告',
    'Registered_Delivery为1时下发，Msg_Id与CMPP_SUBMIT_RESP的相同；一次提交多个号码时，应答的是第一个，其余依次加一。Stat是DELIVRD、运营商的代码（如MK:0001）或UNDELIV、EXPIRED、REJECTD、UNKNOWN',
  ],
  ['定时与有效期', 'At_Time（30天内）和ValId_Time都有效，按北京时间；已经过去的不算'],
  ['链路', '30秒没有数据时我们发CMPP_ACTIVE_TEST；CMPP_DELIVER的窗口与提交的相同，60秒没有应答会再次下发'],
]

/** Several reasons share a Result. */
const answers = [...Map.groupBy(Object.values(esmeAnswers), ({ cmpp }) => cmpp)]
  .toSorted(([one], [other]) => one - other)
  .map(([result, same]) => ({ code: String(result), meaning: same.map(({ meaning }) => meaning).join('；') }))
const ownAnswers = [
  { code: '10', meaning: 'Src_Id不是接入号' },
  { code: '11', meaning: 'Msg_src不是企业代码' },
]

/** How to write a program for CMPP, with a working one; `cmppVersion`: the form that the account's settings fix. */
export function CmppUsage({ app, cmppVersion, ...facts }: LoginFacts & { app: AppDetail; cmppVersion: CmppVersion | null }) {
  const text = sampleText(app.sample)
  return (
    <Usage
      rules={rules}
      answers={[...answers, ...ownAnswers].toSorted((one, other) => Number(one.code) - Number(other.code))}
      answerNote="CMPP_SUBMIT_RESP的Result。被拒绝的提交在“应用管理”的请求日志里有原因。8可以稍后重发，其他重发也不会成功。"
    >
      <SampleSection title="用Python试发一条">
        <BeforeSending app={app} />
        {text === null ? null : (
          <>
            {cmppVersion === '2.0' ? (
              <Hint>这个程序用CMPP 3.0，而账号的版本固定为2.0：运行它之前，先在上面的“限制”中改为“按程序登录时的版本”。</Hint>
            ) : null}
            <Hint>保存为send.py，用python3 send.py运行，不用安装别的，{arrivalOf(app)}。</Hint>
            <CodeBlock name="send.py" code={cmppProgram(facts, app.sample.phone, text)} />
            <SampleText intro="别的CMPP程序可以直接发这条内容（Msg_Fmt用8）：" text={text} />
          </>
        )}
      </SampleSection>
    </Usage>
  )
}
