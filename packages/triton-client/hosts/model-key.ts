/** Makes a key for a model, or one version of it; a model's name is a folder's and has no slash. */
export const modelKeyOf = (model: string, version = ''): string => (version === '' ? model : `${model}/${version}`);

export const modelOfKey = (key: string): { name: string; version: string } => {
  const [name = '', version = ''] = key.split('/');
  return { name, version };
};
