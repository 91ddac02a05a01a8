/** Version of the rules that finish what an engine gives: raised with each change of what one of them does. */
export const rulesVersion = '1';
