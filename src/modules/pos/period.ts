/** The days that are looked at: `days` days of the organisation's own, the last of them today. */
export type Period = { connectionId: string; currencyCode: string; timeZone: string; days: number; now: Date }
