/** The sum of whole amounts, such as minor units; 0 of none. */
export const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)
