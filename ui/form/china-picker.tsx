import { CalendarOutlined, CloseCircleFilled } from '@ant-design/icons'
import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

// What antd's calendars take for today, wherever the browser is: its day may be another, and in another month.
dayjs.extend(utc)
dayjs.extend(timezone)
dayjs.tz.setDefault('Asia/Shanghai')

/** The icons of antd's calendar fields, whose own names are English. */
export const clearable = { clearIcon: <CloseCircleFilled aria-label="清除日期" /> }
export const calendarIcon = <CalendarOutlined aria-hidden />
