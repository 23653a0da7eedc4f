<?php

/**
 * Makes the calls of LauLamanApps/iZettleApi in turn and prints what the client made of the answers, as JSON.
 * Arguments: folder of the client, then as JSON what the test has prepared.
 */

declare(strict_types=1);

use GuzzleHttp\Client;
use LauLamanApps\IzettleApi\API\Finance\Enum\AccountTypeGroup;
use LauLamanApps\IzettleApi\API\ImageCollection;
use LauLamanApps\IzettleApi\API\Product\Category;
use LauLamanApps\IzettleApi\API\Product\CategoryCollection;
use LauLamanApps\IzettleApi\API\Product\Discount;
use LauLamanApps\IzettleApi\API\Product\Product;
use LauLamanApps\IzettleApi\API\Product\Variant;
use LauLamanApps\IzettleApi\API\Product\VariantCollection;
use LauLamanApps\IzettleApi\Client\Exception\InvalidClient\InvalidClientIdException;
use LauLamanApps\IzettleApi\GuzzleIzettleClient;
use LauLamanApps\IzettleApi\IzettleClientFactory;
use Money\Currency;
use Money\Money;
use Ramsey\Uuid\Uuid;

[, $folder, $text] = $argv;
$given = json_decode($text, true);

require_once 'GuzzleHttp/autoload.php';
require_once 'Ramsey/Uuid/autoload.php';
$sources = ['LauLamanApps\\IzettleApi\\' => "$folder/src/", 'Money\\' => "$folder/moneyphp/src/"];
spl_autoload_register(function (string $class) use ($sources): void {
    foreach ($sources as $namespace => $path) {
        if (str_starts_with($class, $namespace)) {
            require_once $path . str_replace('\\', '/', substr($class, strlen($namespace))) . '.php';
        }
    }
});

// The addresses in the client stay as they are; connections go to the sandbox.
$redirected = array_map(
    fn (string $host): string => "$host:443:127.0.0.1:" . getenv('REDIRECT_PORT'),
    explode(',', getenv('REDIRECT_HOSTS'))
);
$guzzle = new Client(['verify' => getenv('SSL_CERT_FILE'), 'curl' => [CURLOPT_CONNECT_TO => $redirected]]);

$answers = [];
try {
    (new GuzzleIzettleClient($guzzle, 'unknown', ''))->getAccessTokenFromApiTokenAssertion($given['apiKey']);
} catch (InvalidClientIdException $exception) {
    $answers['unknown client'] = 'InvalidClientIdException';
}

$client = new GuzzleIzettleClient($guzzle, $given['clientId'], '');
$client->getAccessTokenFromApiTokenAssertion($given['apiKey']);
$products = IzettleClientFactory::getProductClient($client);
$purchases = IzettleClientFactory::getPurchaseClient($client);
$finance = IzettleClientFactory::getFinanceClient($client);

$products->createCategory(Category::new('Kläder'));
$answers['categories'] = array_map(fn ($category) => $category->getName(), $products->getCategories());

$price = new Money(12900, new Currency('SEK'));
$variant = Variant::new('Årgång 1', null, '東京-1', null, 1, null, $price, null, 25.5);
$categories = new CategoryCollection();
$product = Product::new('Räksmörgås', 'Med dill', $categories, new ImageCollection(), new VariantCollection([$variant]));
$products->createProduct($product);
$describe = fn ($product): array => [
    'name' => $product->getName(),
    'vat' => $product->getVatPercentage(),
    'prices' => array_values(array_map(
        fn ($variant) => $variant->getPrice()->getAmount(),
        $product->getVariants()->getAll()
    )),
];
$answers['products'] = array_map($describe, $products->getProducts());

// An error of the client: src/API/Product/Discount.php:35 cannot read a discount without an external reference.
$discount = Discount::new('Sommar', '', new ImageCollection(), null, 12.5, 'sommar-1');
$products->createDiscount($discount);
$answers['discounts'] = array_map(fn ($discount) => $discount->getPercentage(), $products->getDiscounts());
$answers['library'] = array_values(array_map($describe, $products->getLibrary()->getProducts()->getAll()));
$products->deleteDiscount($discount);
$products->deleteProduct($product);

$history = $purchases->getPurchaseHistory();
$answers['purchases'] = array_values(
    array_map(fn ($purchase) => $purchase->getAmount()->getAmount(), $history->getPurchases())
);
$purchase = $purchases->getPurchase(Uuid::fromString($given['purchaseUuid']));
$answers['purchase'] = [
    'amount' => $purchase->getAmount()->getAmount(),
    'currency' => $purchase->getAmount()->getCurrency()->getCode(),
    'payments' => array_map(fn ($payment) => basename(str_replace('\\', '/', $payment::class)), $purchase->getPayments()),
];

$answers['balance'] = $finance->getBalanceInfo(AccountTypeGroup::PRELIMINARY)->getAmount();
$answers['transactions'] = array_map(
    fn ($transaction) => $transaction->getAmount(),
    $finance->getAccountTransactions(AccountTypeGroup::PRELIMINARY, new DateTime('yesterday'), new DateTime('+2 days'))
);
$answers['payout'] = $finance->getPayoutInfo()->getTotalBalance()->getAmount();

echo json_encode($answers);
