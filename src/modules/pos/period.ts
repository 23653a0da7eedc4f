/** The last `days` days in the organization's time zone, today included. */
export type Period = { connectionId: string; currencyCode: string; timeZone: string; days: number; now: Date }
