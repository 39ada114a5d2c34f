import { element, field, language, locale, setError } from "../../page.js";
import { money } from "../formats.js";
import { texts } from "../texts.js";

const quickAmounts = [100, 200, 500, 1000];
const markOf = (kind, where) =>
  new Intl.NumberFormat(where).formatToParts(10_000.5).find(({ type }) => type === kind)?.value;
/** The mark between thousands in the person's region; it never stands before decimals. */
const separator = markOf("group", locale) ?? ",";
/** The marks before decimals there, and in the amounts that the page shows. */
const decimalMarks = `${markOf("decimal", locale)}${markOf("decimal", language)}`;
/** Digits, at most in groups of three; as the page shows whole amounts, two zeros may follow. */
const amountForm = new RegExp(
  `^([0-9]+|[0-9]{1,3}([\\s${separator}][0-9]{3})+)([${decimalMarks}]00)?$`);
const phoneForm = /^(0[0-9]{10}|\+[1-9][0-9]{6,14})$/;

/**
 * The fields of a purchase.
 *
 * @param {object[]} products
 * @param {{balance: number, cashback: number, currency: string}} wallet
 * @param {object} [before] what was entered before, or its payload
 * @returns {{content: Node[], entered: () => object, read: () => object|null, faults: object}}
 *   `entered` gives what stands in the fields; `read` its payload, or null after it said what is
 *   wrong; `faults` are the fields by the reasons of refusals
 */
export function buyFields(products, wallet, before) {
  const chosen = () =>
    products.find(({ productCode }) => productCode === choice.querySelector(":checked")?.value);
  const limits = (product) => [
    money(product.minimumAmount, product.currency), money(product.maximumAmount, product.currency),
  ];
  const { choice, setChoiceError } = networkChoice(products, before?.productCode);
  const phone = field({
    id: "phone", label: texts.buy.phone, hint: texts.buy.phoneHint, type: "tel",
    inputmode: "tel", autocomplete: "tel", value: before?.recipientPhone, required: true,
  });
  const amount = field({
    id: "amount", label: texts.buy.amount,
    hint: texts.buy.amountHint(...limits(chosen() ?? products[0])),
    type: "text", inputmode: "numeric", autocomplete: "off", value: before?.amount, required: true,
    class: "money",
  });
  const cashback = element("input", {
    id: "cashback", type: "checkbox", checked: before?.useCashback,
  });
  choice.addEventListener("change", () => {
    amount.root.querySelector(".hint").textContent = texts.buy.amountHint(...limits(chosen()));
  });

  const entered = () => ({
    amount: amount.input.value, productCode: chosen()?.productCode,
    recipientPhone: phone.input.value, useCashback: cashback.checked,
  });

  function read() {
    const product = chosen();
    const recipientPhone = phone.input.value.replaceAll(/[\s().-]/g, "");
    const typed = amount.input.value.trim();
    const whole = amountForm.exec(typed)?.[1] ?? null;
    const number = whole === null ? null : Number(whole.replaceAll(/[^0-9]/g, ""));
    const useCashback = offer !== null && cashback.checked;
    const available = wallet.balance + (useCashback ? wallet.cashback : 0);
    const isPhone = phoneForm.test(recipientPhone);
    const { minimumAmount, maximumAmount } = product ?? products[0];
    const isAmount = number !== null && number >= minimumAmount && number <= maximumAmount;
    // The first one that is wrong gets the focus, so it is checked last.
    amount.setError(
      !isAmount ? texts.buy.amountForm(...limits(product ?? products[0]))
        : number > available ? texts.buy.tooMuch(money(available, wallet.currency)) : null);
    phone.setError(isPhone ? null : texts.buy.phoneForm);
    setChoiceError(product ? null : texts.buy.networkForm);
    // Said here: nobody is to prove what the balance does not cover.
    if (!product || !isPhone || !isAmount || number > available) return null;
    return {
      amount: number, productCode: product.productCode, recipientPhone,
      // What is not offered any more is not asked for, although it was ticked before.
      useCashback,
    };
  }

  const offer = wallet.cashback > 0
    ? element(
      "label", { class: "check", for: "cashback" }, cashback,
      texts.buy.cashback(money(wallet.cashback, wallet.currency)),
    )
    : null;
  return {
    content: [choice, phone.root, amount.root, quick(amount.input, wallet.currency), offer]
      .filter(Boolean),
    entered,
    read,
    faults: {
      phone_invalid: [phone], amount_out_of_range: [amount], insufficient_funds: [amount],
      product_unknown: [{ setError: setChoiceError }],
    },
  };
}

/** No network is chosen beforehand: airtime for the wrong one is lost. */
function networkChoice(products, selected) {
  const error = element("p", { id: "product-error", class: "field-error" });
  const inputs = products.map(({ productCode }) =>
    element("input", {
      type: "radio", name: "product", value: productCode, checked: productCode === selected,
      "aria-describedby": error.id,
    }));
  const choice = element(
    "fieldset", { class: "choice" },
    element("legend", {}, texts.buy.network),
    ...products.map(({ name }, index) =>
      element("label", { class: "option" }, inputs[index], element("span", {}, name))),
    error,
  );
  return { choice, setChoiceError: (text) => setError(inputs[0], error, text) };
}

function quick(input, currency) {
  const enter = (amount) => {
    input.value = String(amount);
    // As if it were typed, for all who listen.
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return element(
    "div", { class: "quick", role: "group", "aria-label": texts.buy.quick },
    ...quickAmounts.map((amount) =>
      element(
        "button", { type: "button", class: "chip", onclick: () => enter(amount) },
        money(amount, currency),
      )),
  );
}
