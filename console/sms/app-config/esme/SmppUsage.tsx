import type { AppDetail } from '#contract/apps/app.ts'
import { esmeAnswers } from '#contract/apps/esme-answer.ts'
import { BeforeSending } from '../../app-manage/BeforeSending.tsx'
import { CodeBlock } from '../../app-manage/CodeBlock.tsx'
import { kannelCommands, kannelConfiguration } from './kannel.ts'
import { netSmppProgram } from './net-smpp.ts'
import type { LoginFacts } from './protocol.ts'
import { sampleText } from './sample-text.ts'
import { arrivalOf, Hint, SampleSection, SampleText, Usage } from './Usage.tsx'

const rules: [string, string][] = [
  ['绑定', 'bind_transceiver、bind_transmitter、bind_receiver；可以同时有多条连接，状态报告和上行轮流从接收的连接下发'],
  [
    '内容',
    '以【签名】开头，后面与一个已通过的模板一致，变量填好；没有签名时用应用的默认签名。推广短信的“拒收请回复R”可以不写，发送时自动加上',
  ],
  ['编码', 'data_coding：0（GSM 7位）、1（ASCII）、3（Latin-1）、8（UCS-2，中文请用它）、15（GBK）'],
  ['长短信', 'UDH（esm_class 0x40）、sar_* 参数或message_payload，三种都可以；分段须在10分钟内到齐'],
  [
    '状态报告',
    'registered_delivery为1时都要，为2时只要失败的；文本是附录B的格式，并带receipted_message_id和message_state；编号与submit_sm_resp的相同，加上msg_就是其他接口中的短信编号',
  ],
  ['定时与有效期', 'schedule_delivery_time（30天内）和validity_period都有效；query_sm可查询，cancel_sm可取消还没发送的定时短信'],
]

const hex = (status: number) => `0x${status.toString(16).padStart(8, '0')}`
const answers = Object.values(esmeAnswers).map(({ smpp, meaning }) => ({ code: hex(smpp), meaning }))

/** How to write a program for SMPP, with a working configuration. */
export function SmppUsage({ app, ...facts }: LoginFacts & { app: AppDetail }) {
  const text = sampleText(app.sample)
  const arrives = arrivalOf(app)
  return (
    <Usage
      rules={rules}
      answers={answers}
      answerNote="被拒绝的提交在“应用管理”的请求日志里有原因。0x08、0x58、0x64可以稍后重发，其他重发也不会成功。"
    >
      <SampleSection title="用Perl的Net::SMPP试发一条">
        <BeforeSending app={app} />
        {text === null ? null : (
          <>
            <Hint>保存为send.pl，用perl send.pl运行，{arrives}。Debian上用apt install libnet-smpp-perl安装。</Hint>
            <CodeBlock name="send.pl" code={netSmppProgram(facts, app.sample.phone, text)} />
            <SampleText intro="别的SMPP程序可以直接发这条内容（data_coding用8）：" text={text} />
          </>
        )}
      </SampleSection>
      <SampleSection title="用Kannel试发一条">
        <Hint>
          把第一段保存为kannel.conf，再运行第二段，{arrives}；已有Kannel的只取group = smsc一段。Debian上用apt install kannel安装。
        </Hint>
        <CodeBlock name="kannel.conf" code={kannelConfiguration(facts)} isPlain />
        {text === null ? null : <CodeBlock name="send-kannel.sh" code={kannelCommands(app.sample.phone, text)} />}
      </SampleSection>
    </Usage>
  )
}
