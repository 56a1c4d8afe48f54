import style from '#ui/theme/number.module.css'
import { maskPhone } from '#values/phone.ts'

/** 138****8000. A number that the server masked stays unchanged. */
export function Phone({ phone }: { phone: string }) {
  return <span className={style.number}>{/^\d{11}$/.test(phone) ? maskPhone(phone) : phone}</span>
}
