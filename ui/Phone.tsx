import { maskPhone } from '#values/phone.ts'
import style from './number.module.css'

/** 138****8000. A number that the server masked stays unchanged. */
export function Phone({ phone }: { phone: string }) {
  return <span className={style.number}>{/^\d{11}$/.test(phone) ? maskPhone(phone) : phone}</span>
}
