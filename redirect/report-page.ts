import { reportContactCharacters, reportKinds, reportWordsCharacters } from '#values/report-kind.ts'
import { escapeHtml, pageOf } from './pages.ts'

/** The fields of a report so far. */
export interface ReportForm {
  /** A short address, or only its code. */
  link: string
  kind: string
  words: string
  contact: string
}

export type ReportProblem = 'link_empty' | 'link_unknown' | 'kind_empty' | 'words_long' | 'contact_long' | 'away'

const problems: Record<ReportProblem, { field: keyof ReportForm | null; text: string }> = {
  link_empty: { field: 'link', text: '请填写收到的短链接' },
  link_unknown: { field: 'link', text: '没有找到这个短链接，请与收到的内容核对' },
  kind_empty: { field: 'kind', text: '请选择举报原因' },
  words_long: { field: 'words', text: `补充说明不能超过${reportWordsCharacters}个字` },
  contact_long: { field: 'contact', text: `联系方式不能超过${reportContactCharacters}个字` },
  away: { field: null, text: '服务暂时不可用，举报没有保存。您填写的内容还在，请稍后再提交一次。' },
}

/** The form for reports of short links; without script, and with a honeypot field that only bots fill in. */
export function reportPage(form: ReportForm, problem: ReportProblem | null = null): Buffer {
  const wrong = problem && problems[problem]
  const marks = (field: keyof ReportForm) => (wrong?.field === field ? ' aria-invalid="true" aria-describedby="problem"' : '')
  const errorOf = (field: keyof ReportForm | null) =>
    wrong && wrong.field === field ? `<p class="bad" id="problem" role="alert">${wrong.text}</p>\n` : ''
  const options = Object.entries(reportKinds).map(
    ([kind, name]) => `<option value="${kind}"${kind === form.kind ? ' selected' : ''}>${name}</option>`,
  )
  return pageOf(
    '举报短链接',
    `<p>收到的短链接涉嫌诈骗或违法，请告诉我们。工作人员会核实处理，不会把您的信息告诉发送方。</p>
<form method="post" action="/report">
${errorOf(null)}<label for="link">短链接</label>
<input id="link" name="link" value="${escapeHtml(form.link)}" required maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false"${marks('link')}>
${errorOf('link')}<label for="kind">举报原因</label>
<select id="kind" name="kind" required${marks('kind')}><option value="">请选择</option>${options.join('')}</select>
${errorOf('kind')}<label for="words">补充说明（选填）</label>
<textarea id="words" name="words" rows="3" maxlength="${reportWordsCharacters}"${marks('words')}>${escapeHtml(form.words)}</textarea>
${errorOf('words')}<label for="contact">联系方式（选填）</label>
<input id="contact" name="contact" value="${escapeHtml(form.contact)}" maxlength="${reportContactCharacters}" autocomplete="off"${marks('contact')}>
${errorOf('contact')}<div hidden><label for="website">请不要填写</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
<button>提交举报</button>
</form>`,
  )
}

export const reportedPage = pageOf('已收到您的举报', '<p>谢谢。工作人员会尽快核实，确认违规后停用这个链接。请不要再打开它。</p>')
export const manyReportsPage = pageOf('提交得太频繁', '<p>请一小时后再试。</p>')
